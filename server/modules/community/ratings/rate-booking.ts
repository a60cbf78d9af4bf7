import { type RatingTag, tagsFor } from '#contract/rating-tags.ts'
import { hasContactOrPrice } from '#server/modules/foundation/text-rules/index.ts'
import {
  type Booking,
  findFactsOf,
  lockBooking,
  partyOf,
} from '#server/modules/travel/bookings/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { hasCancelled, type RatingRow, sidesOf, type Window, windowOf } from './rating.ts'
import { insertRating, listRatingsOfBookings } from './ratings.queries.ts'
import { REVEAL_JOB, revealRatings } from './reveal-ratings.ts'

export type Rate = {
  bookingId: string
  stars: number
  tags: RatingTag[]
  comment?: string | undefined
}

/**
 * Rates the other side of a booking. The second rating reveals both; a single one is revealed when
 * the period ends. A repeat changes nothing. Errors: `booking_not_found`, `rating_too_early`,
 * `rating_closed`, `already_rated`, `rating_own_cancellation`, `rating_tag_unknown`,
 * `contact_in_text`.
 */
export function rateBooking(deps: ActDeps, { userId }: ActorId, input: Rate): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, input.bookingId)
    const sides = booking && sidesOf(booking, userId)
    if (!booking || !sides) throw new AppError('booking_not_found')
    const comment = input.comment || null
    const written = await listRatingsOfBookings(tx, [booking.id])
    const mine = written.find(({ raterId }) => raterId === userId)
    if (mine) {
      if (isRepeat(mine, { ...input, comment })) return booking
      throw new AppError('already_rated')
    }
    const { outcome, closesAt } = await requireOpen(tx, booking, now)
    const own = partyOf(booking, userId)
    if (own && hasCancelled(booking, own)) throw new AppError('rating_own_cancellation')
    const known = tagsFor(sides.as, outcome, booking.connectionPart)
    if (!input.tags.every((tag) => known.includes(tag))) throw new AppError('rating_tag_unknown')
    if (comment && hasContactOrPrice(comment)) {
      const message = 'No incluyas precios, teléfonos, correos ni enlaces en tu comentario.'
      throw new AppError('contact_in_text', { message, fields: { comment: message } })
    }
    const people = { raterId: userId, ratedId: sides.otherId, ratedAs: sides.as }
    const words = { stars: input.stars, tags: input.tags, comment }
    const bookingId = booking.id
    await insertRating(tx, { id: newId(), bookingId, ...people, outcome, ...words, now })
    if (written.length > 0) await revealRatings(tx, deps, booking)
    else {
      const payload = { bookingId }
      await enqueue(tx, deps.clock, { name: REVEAL_JOB, payload, runAt: closesAt })
    }
    return booking
  })
}

function isRepeat(mine: RatingRow, asked: Omit<Rate, 'comment'> & { comment: string | null }) {
  return (
    mine.stars === asked.stars &&
    mine.comment === asked.comment &&
    mine.tags.join() === asked.tags.join()
  )
}

/** Requires that the booking can be rated now. Errors: `rating_too_early`, `rating_closed`. */
async function requireOpen(tx: Tx, booking: Booking, now: Date): Promise<Window> {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  const window = windowOf(booking, now, facts)
  if (!window) throw new AppError('rating_too_early')
  if (now >= window.closesAt) throw new AppError('rating_closed')
  return window
}
