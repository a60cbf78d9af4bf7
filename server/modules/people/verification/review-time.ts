import { MINUTE_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { findReviewTimes } from './verification.queries.ts'

/** Number of latest reviews from which the median is computed. */
const LAST_REVIEWS = 50
/** Minimum number of reviews for a meaningful median. */
const REVIEWS_MIN = 5

const cached = cachedFor(10 * MINUTE_MS, (db) => findReviewTimes(db, { last: LAST_REVIEWS }))

/** Returns the median minutes from upload to review; null when too few documents were reviewed. */
export async function readReviewTime(deps: ReadDeps): Promise<{ medianMinutes: number | null }> {
  const { reviews, medianMinutes } = await cached.get(deps)
  return { medianMinutes: reviews < REVIEWS_MIN ? null : medianMinutes }
}
