import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { forgetHits, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { type Kind, noteRefusal } from './note-second-factor.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Maximum wrong codes of one person: 20 a day guess a code of six digits with 0.006 %. */
const LIMITS = [
  { name: 'second-factor', max: 5, windowSeconds: 15 * 60 },
  { name: 'second-factor-day', max: 20, windowSeconds: DAY_SECONDS },
] as const

/**
 * Counts the attempt before the check (`isRight`), so that parallel attempts are limited too; a
 * right code is uncounted, a wrong one recorded. Errors: `second_factor_wrong`, `rate_limited`.
 */
export async function guess(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  actor: Actor,
  kind: Kind,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const keys = LIMITS.map(({ name, ...limit }) => ({ key: `${name}:${actor.userId}`, ...limit }))
  for (const limit of keys) await limitHits(deps, limit)
  if (!(await isRight())) {
    await noteRefusal(deps, actor, kind)
    throw new AppError('second_factor_wrong')
  }
  for (const { key } of keys) await releaseHit(deps.db, key)
}

/** Clears the counts of wrong codes of a person; their factors stay. */
export async function clearGuesses(tx: Tx, userId: string): Promise<void> {
  await forgetHits(tx, { keys: LIMITS.map(({ name }) => `${name}:${userId}`) })
}
