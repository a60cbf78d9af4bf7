import { hasContactOrPrice } from '#server/modules/foundation/text-rules/index.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { lockBooking } from '#server/modules/travel/bookings/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isPublic, type RatingRow } from './rating.ts'
import { ratingReply } from './ratings.messages.ts'
import { findRating, insertReply } from './ratings.queries.ts'

/**
 * Stores the one reply to a public rating; an equal repeat changes nothing. Errors:
 * `rating_not_found`, `already_replied`, `contact_in_text`.
 */
export function replyToRating(
  deps: ActDeps,
  { userId }: ActorId,
  { ratingId, text }: { ratingId: string; text: string },
): Promise<RatingRow> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const known = await findRating(tx, ratingId)
    if (known?.ratedId !== userId) throw new AppError('rating_not_found')
    await lockBooking(tx, known.bookingId)
    // Read again after the lock: a parallel request may have replied.
    const rating = await findRating(tx, ratingId)
    if (!rating || !isPublic(rating)) throw new AppError('rating_not_found')
    if (rating.replyText === text) return rating
    if (rating.replyText !== null) throw new AppError('already_replied')
    if (hasContactOrPrice(text)) {
      const message = 'No incluyas precios, teléfonos, correos ni enlaces en tu respuesta.'
      throw new AppError('contact_in_text', { message, fields: { text: message } })
    }
    await insertReply(tx, { ratingId, text, now })
    const name = (await findPeople(tx, [userId])).get(userId)?.name ?? ''
    await tellUser(tx, deps, ratingReply, {
      userId: rating.raterId,
      data: { path: `/personas/${userId}`, name },
      cause: ratingId,
    })
    return { ...rating, replyText: text, repliedAt: now }
  })
}
