import { addMs } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { countHit } from './rate-limit.queries.ts'

/**
 * Counts a hit and refuses beyond the limit, over all processes.
 * Errors: `rate_limited` with the seconds to wait in `details.retryAfter`.
 */
export async function limitHits(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  limit: { key: string; max: number; windowSeconds: number },
): Promise<void> {
  const now = deps.clock.now()
  const windowEndsAt = addMs(now, limit.windowSeconds * 1000)
  const counted = await countHit(deps.db, { key: limit.key, now, windowEndsAt })
  if (counted.hits <= limit.max) return
  deps.metrics.count('rate_limited', { key: limit.key.split(':')[0] ?? '' })
  const wait = Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000)
  throw new AppError('rate_limited', { details: { retryAfter: Math.max(1, wait) } })
}
