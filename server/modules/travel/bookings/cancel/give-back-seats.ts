import { lockUser } from '#server/modules/people/users/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import type { Booking } from '../booking.ts'
import { findFactsOf } from '../booking-snapshot.queries.ts'
import { refundOfSeats, transition } from '../booking-transitions.ts'
import { findBooking } from '../bookings.queries.ts'
import { partOfFare, type Refund, splitFare } from '../refund-policy.ts'
import { lockOwn } from '../show-booking.ts'
import { newCode } from '../tickets/ticket.ts'
import { callGiveBack } from './cancel-booking.queries.ts'

export type GiveBackSeats = {
  bookingId: string
  seats: number
  /** Pesos; refuse if the refund would now be less. */
  expectedRefund?: number | undefined
  idempotencyKey?: CallKey | undefined
}

/**
 * Gives back some of the passenger's seats by the refund table, decided with the booking locked.
 * They become a cancelled booking of their own, `part`, with their money, receipt and messages; the
 * tickets of what stays are new. A repeated key answers the earlier part.
 * Errors: `booking_not_found`, `booking_not_cancellable`, `aboard_said`, `trip_departed`,
 * `seats_not_returnable`, `price_changed`, `idempotency_mismatch`.
 */
export function giveBackSeats(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: ActorId,
  { idempotencyKey: key, ...asked }: GiveBackSeats,
): Promise<{ booking: Booking; part: Booking }> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    // A booking that it crosses does not end meanwhile.
    await lockUser(tx, actor.userId)
    const call = { actorId: actor.userId, operation: 'bookings.giveBack', key, request: asked, now }
    const { resourceId: id, earlier } = await claimKey(tx, call, (made) => findBooking(tx, made))
    const read = (bookingId: string) => lockOwn(tx, 'passenger', actor, bookingId)
    const booking = await read(asked.bookingId)
    if (earlier) return { booking, part: earlier }
    const { rule, refundPesos } = await decide(tx, booking, asked, now)
    const farePesos = partOfFare(booking, asked.seats)
    const money = splitFare({ ...booking, farePesos }, refundPesos)
    const part = { id, code: newCode(), seats: asked.seats, farePesos, ...money }
    await callGiveBack(tx, booking, part, { rule, now })
    return { booking: await read(booking.id), part: await read(id) }
  })
}

async function decide(tx: Tx, booking: Booking, asked: GiveBackSeats, now: Date): Promise<Refund> {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  assert(facts, `booking ${booking.id} without facts`)
  const tripCancelled = (await findTripFacts(tx, booking.tripId))?.status === 'cancelled'
  transition('return_seats', { booking, by: 'passenger', now, facts, tripCancelled })
  if (asked.seats >= booking.seats) throw new AppError('seats_not_returnable')
  const refund = refundOfSeats(booking, asked.seats, now, facts)
  if (refund.refundPesos < (asked.expectedRefund ?? 0)) {
    throw new AppError('price_changed', { details: { refund: refund.refundPesos } })
  }
  return refund
}
