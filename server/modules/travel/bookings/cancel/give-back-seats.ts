import { lockUser } from '#server/modules/people/users/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { Booking } from '../booking.ts'
import { findFactsOf } from '../booking-snapshot.queries.ts'
import { refundOfSeats, transition } from '../booking-transitions.ts'
import { findBooking, listConnection } from '../bookings.queries.ts'
import { partOfFare, type Refund, splitFare } from '../refund-policy.ts'
import { lockOwn } from '../show-booking.ts'
import { newCode } from '../tickets/ticket.ts'
import { callGiveBack, lockConnection } from './cancel-booking.queries.ts'

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
    assertRefund([refundPesos], asked)
    const part = partOfSeats(booking, { id, seats: asked.seats, refundPesos })
    await callGiveBack(tx, booking, part, { rule, now })
    return { booking: await read(booking.id), part: await read(id) }
  })
}

export type GiveBackBoth = Omit<GiveBackSeats, 'bookingId'> & { connectionId: string }

/**
 * Gives back as many seats of both parts of a trip with one change, in one transaction; each part
 * as `giveBackSeats`. `expectedRefund` is of both. Answers both bookings, and the pesos returned.
 * Errors: those of `giveBackSeats`.
 */
export function giveBackBoth(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: actorId }: ActorId,
  { idempotencyKey: key, ...asked }: GiveBackBoth,
): Promise<{ bookings: Booking[]; refunded: number }> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockUser(tx, actorId)
    const call = { actorId, operation: 'connections.giveBack', key, request: asked, now }
    const { resourceId, earlier } = await claimKey(tx, call, (id) => findBooking(tx, id))
    const ids = [resourceId, derivedId('connections.giveBack', resourceId)]
    const refunds: number[] = []
    if (!earlier) {
      await lockConnection(tx, asked.connectionId, actorId)
      const locked = await listConnection(tx, asked.connectionId)
      if (locked[0]?.passengerId !== actorId) throw new AppError('booking_not_found')
      const returns: (() => Promise<void>)[] = []
      for (const [at, booking] of locked.toSorted(byTrip).entries()) {
        const own = { seats: asked.seats, withOther: true }
        const { rule, refundPesos } = await decide(tx, booking, own, now)
        refunds.push(refundPesos)
        const part = partOfSeats(booking, { id: ids[at] ?? '', seats: asked.seats, refundPesos })
        returns.push(() => callGiveBack(tx, booking, part, { rule, now }))
      }
      assertRefund(refunds, asked)
      for (const giveBack of returns) await giveBack()
    }
    for (const id of earlier ? ids : []) {
      refunds.push((await findBooking(tx, id))?.refundedPesos ?? 0)
    }
    const refunded = refunds.reduce((sum, pesos) => sum + pesos, 0)
    return { bookings: await listConnection(tx, asked.connectionId), refunded }
  })
}

/** Seats are locked last, in the order of trips. */
const byTrip = (a: Booking, b: Booking) => (a.tripId < b.tripId ? -1 : 1)

/** The seats that leave a booking, as a booking of their own. */
function partOfSeats(
  booking: Booking,
  { refundPesos, ...part }: { id: string; seats: number; refundPesos: number },
) {
  const farePesos = partOfFare(booking, part.seats)
  return {
    ...part,
    code: newCode(),
    farePesos,
    ...splitFare({ ...booking, farePesos }, refundPesos),
  }
}

/** Refuses when less returns than the person saw. */
function assertRefund(
  refunds: readonly number[],
  { expectedRefund = 0 }: Pick<GiveBackSeats, 'expectedRefund'>,
): void {
  const refund = refunds.reduce((sum, pesos) => sum + pesos, 0)
  if (refund < expectedRefund) throw new AppError('price_changed', { details: { refund } })
}

async function decide(
  tx: Tx,
  booking: Booking,
  { seats, withOther }: { seats: number; withOther?: boolean },
  now: Date,
): Promise<Refund> {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  assert(facts, `booking ${booking.id} without facts`)
  const tripCancelled = (await findTripFacts(tx, booking.tripId))?.status === 'cancelled'
  transition('return_seats', { booking, by: 'passenger', now, facts, tripCancelled, withOther })
  if (seats >= booking.seats) throw new AppError('seats_not_returnable')
  return refundOfSeats(booking, seats, now, facts)
}
