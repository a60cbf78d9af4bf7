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
import { partOfFare, splitFare } from '../refund-policy.ts'
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
    const call = { actorId: actor.userId, operation: 'bookings.giveBack', key, request: asked, now }
    const { resourceId, earlier } = await claimKey(tx, call, (id) => findBooking(tx, id))
    const booking = await lockOwn(tx, 'passenger', actor, asked.bookingId)
    if (earlier) return { booking, part: earlier }
    await writePart(tx, booking, { ...asked, partId: resourceId, now })
    return { booking: await written(tx, booking.id), part: await written(tx, resourceId) }
  })
}

async function writePart(
  tx: Tx,
  booking: Booking,
  { seats, expectedRefund, partId, now }: GiveBackSeats & { partId: string; now: Date },
): Promise<void> {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  const trip = await findTripFacts(tx, booking.tripId)
  assert(facts && trip, `booking ${booking.id} of no trip`)
  const tripCancelled = trip.status === 'cancelled'
  transition('return_seats', { booking, by: 'passenger', now, facts, tripCancelled })
  if (seats >= booking.seats) throw new AppError('seats_not_returnable')
  const { rule, refundPesos } = refundOfSeats(booking, seats, now, facts)
  if (expectedRefund !== undefined && refundPesos < expectedRefund) {
    throw new AppError('price_changed', { details: { refund: refundPesos } })
  }
  const farePesos = partOfFare(booking, seats)
  const money = splitFare({ paymentMode: booking.paymentMode, farePesos }, refundPesos)
  const part = { id: partId, code: newCode(), seats, farePesos, ...money }
  await callGiveBack(tx, { booking, part, rule, now })
}

async function written(tx: Tx, id: string): Promise<Booking> {
  const found = await findBooking(tx, id)
  assert(found, `booking ${id} was just written`)
  return found
}
