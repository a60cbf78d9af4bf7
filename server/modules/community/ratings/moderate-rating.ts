import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { lockBooking } from '#server/modules/travel/bookings/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isPublic, type RatingRow } from './rating.ts'
import { findRating, insertRatingEvent } from './ratings.queries.ts'

type ReportedRating = Pick<RatingRow, 'raterId' | 'stars' | 'comment' | 'createdAt' | 'hidden'> & {
  isPublic: boolean
}

/** Finds a rating for the team's decision about a report; undefined: no such rating. */
export async function findReportedRating(
  reader: Reader,
  ratingId: string,
): Promise<ReportedRating | undefined> {
  const found = await findRating(reader, ratingId)
  return found && { ...found, isPublic: isPublic(found) }
}

type Moderation = { ratingId: string; actorId: string; reason: string; hidden: boolean }

/** Locks the booking of a rating, on which whether it is hidden is decided. */
export async function lockRating(tx: Tx, ratingId: string): Promise<void> {
  const rating = await findRating(tx, ratingId)
  if (rating) await lockBooking(tx, rating.bookingId)
}

/**
 * Hides a rating and its reply, also from the average, or shows them again. Idempotent. Undefined:
 * no such rating. The caller tells the writer and records who decided.
 */
export async function moderateRating(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { ratingId, actorId, reason, hidden }: Moderation,
): Promise<RatingRow | undefined> {
  await lockRating(tx, ratingId)
  const rating = await findRating(tx, ratingId)
  if (!rating || rating.hidden === hidden) return rating
  const event = hidden ? 'hidden' : 'shown'
  const now = deps.clock.now()
  await insertRatingEvent(tx, { ratingId, event, actorId, details: { reason }, now })
  await refreshReputation(tx, deps, [rating.ratedId])
  return { ...rating, hidden }
}
