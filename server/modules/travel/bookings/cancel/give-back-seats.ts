import { lockUser } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { Booking } from '../booking.ts'
import { refundOfSeats, transition } from '../booking-transitions.ts'
import { findBooking, listBookingRows, listConnection } from '../bookings.queries.ts'
import { partOfFare, type Refund, splitFare } from '../refund-policy.ts'
import { caseOf, lockOwn } from '../show-booking.ts'
import { newCode } from '../tickets/ticket.ts'
import { callGiveBack, lockConnection } from './cancel-booking.queries.ts'

type Asked = {
  seats: number
  /** Pesos of all that returns; refuse if it would now be less. */
  expectedRefund?: number | undefined
  idempotencyKey?: CallKey | undefined
}
export type GiveBackSeats = Asked & { bookingId: string }
export type GiveBackBoth = Asked & { connectionId: string }
/**
 * Gives back some of the passenger's seats by the refund table, decided with the booking locked.
 * They become a cancelled booking of their own, `part`, with their money, receipt and messages; the
 * tickets of what stays are new. A repeated key answers the earlier part.
 * Errors: `booking_not_found`, `booking_not_cancellable`, `aboard_said`, `trip_departed`,
 * `seats_not_returnable`, `price_changed`, `idempotency_mismatch`.
 */
export async function giveBackSeats(
  deps: ReadDeps,
  actor: ActorId,
  asked: GiveBackSeats,
): Promise<{ booking: Booking; part: Booking }> {
  const { bookings, parts } = await giveBack(deps, actor, asked, {
    lock: async (tx) => [await lockOwn(tx, 'passenger', actor, asked.bookingId)],
  })
  const [[booking], [part]] = [bookings, parts]
  assert(booking && part, 'a booking with its part')
  return { booking, part }
}

/**
 * Gives back as many seats of both parts of a trip with one change, in one transaction; each part
 * as `giveBackSeats`. Answers both bookings, and the pesos returned. Errors: those of
 * `giveBackSeats`.
 */
export async function giveBackBoth(
  deps: ReadDeps,
  actor: ActorId,
  asked: GiveBackBoth,
): Promise<{ bookings: Booking[]; refunded: number }> {
  const { connectionId } = asked
  const { parts } = await giveBack(deps, actor, asked, {
    withOther: true,
    lock: async (tx) => {
      await lockConnection(tx, connectionId, actor.userId)
      const locked = await listConnection(tx, connectionId)
      if (locked[0]?.passengerId !== actor.userId) throw new AppError('booking_not_found')
      // Seats are taken last, in the order of trips.
      return locked.toSorted((a, b) => (a.tripId < b.tripId ? -1 : 1))
    },
  })
  const refunded = parts.reduce((sum, { refundedPesos }) => sum + (refundedPesos ?? 0), 0)
  return { bookings: await listConnection(deps.db, connectionId), refunded }
}

function giveBack(
  deps: ReadDeps,
  { userId: actorId }: ActorId,
  { idempotencyKey: key, ...asked }: Asked,
  { withOther, lock }: { withOther?: true; lock: (tx: Tx) => Promise<Booking[]> },
) {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    // A booking that it crosses does not end meanwhile.
    await lockUser(tx, actorId)
    const operation = withOther ? 'connections.giveBack' : 'bookings.giveBack'
    const call = { actorId, operation, key, request: asked, now }
    const { resourceId, earlier } = await claimKey(tx, call, (made) => findBooking(tx, made))
    const before = await lock(tx)
    const ids = before.map((_, at) =>
      at ? derivedId('connections.giveBack', resourceId) : resourceId,
    )
    if (!earlier) {
      const refunds: Refund[] = []
      for (const each of before) refunds.push(await decide(tx, each, asked.seats, now, withOther))
      const refund = refunds.reduce((sum, { refundPesos }) => sum + refundPesos, 0)
      if (refund < (asked.expectedRefund ?? 0)) {
        throw new AppError('price_changed', { details: { refund } })
      }
      for (const [at, { rule, refundPesos }] of refunds.entries()) {
        const [booking, id] = [before[at], ids[at]]
        assert(booking && id, 'a refund of each booking')
        const farePesos = partOfFare(booking, asked.seats)
        const money = splitFare({ ...booking, farePesos }, refundPesos)
        const part = { id, code: newCode(), seats: asked.seats, farePesos, ...money }
        await callGiveBack(tx, booking, part, { rule, now })
      }
    }
    return { bookings: await lock(tx), parts: await listBookingRows(tx, ids) }
  })
}

async function decide(tx: Tx, booking: Booking, seats: number, now: Date, withOther?: true) {
  const asked = await caseOf(tx, booking, 'passenger', now)
  transition('return_seats', { ...asked, withOther })
  if (seats >= booking.seats) throw new AppError('seats_not_returnable')
  return refundOfSeats(booking, seats, now, asked.facts)
}
