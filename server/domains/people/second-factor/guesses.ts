import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'

type GuessDeps = Pick<Deps, 'db' | 'clock' | 'metrics'>

const DAY_SECONDS = 24 * 60 * 60

/**
 * Maximum wrong codes of one person, over all sessions: 20 a day is a chance of 0.006 % to guess a
 * code of six digits.
 */
const LIMITS = [
  { name: 'second-factor', max: 5, windowSeconds: 15 * 60 },
  { name: 'second-factor-day', max: 20, windowSeconds: DAY_SECONDS },
] as const

/**
 * Counts the attempt before the check, so that parallel attempts are limited too; a right code is
 * uncounted. `isRight` performs the check. Errors: `second_factor_wrong`, `rate_limited`.
 */
export async function guess(
  deps: GuessDeps,
  userId: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const keys = LIMITS.map(({ name, ...limit }) => ({ key: `${name}:${userId}`, ...limit }))
  for (const limit of keys) await limitHits(deps, limit)
  if (!(await isRight())) throw new AppError('second_factor_wrong')
  for (const { key } of keys) await releaseHit(deps.db, key)
}
