import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { rememberFor } from '#server/platform/remember.ts'
import { reviewTimes } from './verification.queries.ts'

/** Only the latest reviews are measured. */
const LAST_REVIEWS = 50
/** A median of fewer reviews says nothing. */
const REVIEWS_MIN = 5

const remembered = rememberFor(10 * MINUTE_MS, (db) => reviewTimes(db, { last: LAST_REVIEWS }))

/** Median minutes from sending a document to its review; null while too few were reviewed. */
export async function readReviewTime(
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<{ medianMinutes: number | null }> {
  const { reviews, medianMinutes } = await remembered.get(deps)
  return { medianMinutes: reviews < REVIEWS_MIN ? null : medianMinutes }
}
