import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { inOneCall } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { sharedCall, sharedRead } from '#server/platform/shared-call.ts'
import { type Party, partsOf, partyOf } from '../booking.ts'
import { type BookingSnapshot, listSnapshots } from '../booking-snapshot.queries.ts'
import { statusAfter, transition } from '../booking-transitions.ts'
import { type Refund, refundByPolicy, splitFare } from '../refund-policy.ts'
import {
  type CancelCall,
  callCancelBookings,
  type Ending,
  endedBooking,
} from './cancel-booking.queries.ts'

export type CancelBooking = {
  bookingId: string
  /** Pesos; refuse if the refund would now be less. */
  expectedRefund?: number | undefined
}

const statusBy = { passenger: 'cancelled_by_passenger', driver: 'cancelled_by_driver' } as const

/** The mark on the driver's public record, per refund rule. */
const marks: Partial<Record<Refund['rule'], Ending['mark']>> = {
  driver_cancels: 'cancelled',
  driver_late: 'late',
}

/** Calls that arrive at the same moment read their bookings in one statement. */
const readTogether = sharedRead(listSnapshots)

/** Two calls of one person, or about one booking, never share a statement. */
const cancelTogether = sharedCall({
  send: callCancelBookings,
  keysOf: ({ callerId, snapshot }: CancelCall) => [callerId, snapshot.booking.id],
  rowsOf: ({ snapshot: { booking } }: CancelCall) => partsOf(booking),
})

/** Retries: the booking or its facts may change between reading and cancelling. */
const TRIES = 5

/**
 * Cancels by the refund table. Idempotent for the same party. The decision is made on a snapshot;
 * one call of the database (`cancel_bookings`) applies it if the snapshot is still current.
 * `guard`: the call also checks session and rate limit of the caller.
 * Errors: `booking_not_found`, `booking_not_cancellable`, `price_changed`, `busy`.
 */
export async function cancelBooking(
  deps: ReadDeps,
  { userId }: ActorId,
  input: CancelBooking,
  guard?: CallGuard,
): Promise<BookingSnapshot> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const now = deps.clock.now()
    const snapshot = await readTogether(deps.db, input.bookingId)
    const party = snapshot && partyOf(snapshot.booking, userId)
    if (!snapshot || !party) throw new AppError('booking_not_found')
    if (snapshot.booking.status === statusBy[party]) return snapshot
    const ending = decide(snapshot, { ...input, userId, party, now })
    const call: CancelCall = { snapshot, ending, callerId: userId, guard, now }
    const { answer } = await inOneCall(deps.db, (db) => cancelTogether(db, call))
    if (guard) guard.checked = true
    if (answer === 'cancelled') return endedSnapshot(call)
    const refusal = callerRefusal(answer)
    if (refusal) throw refusal
    assert(answer === 'changed', `cancel_bookings answered ${answer}`)
    // Retry without the guard: this request has been counted.
    guard = undefined
  }
  throw new AppError('busy')
}

function endedSnapshot(call: CancelCall): BookingSnapshot {
  const { snapshot, ending } = call
  const { rule } = ending.details
  const leftBecause =
    rule === 'driver_late' ? rule : rule === 'connection_broken' ? 'other_car' : null
  const facts = { ...snapshot.view.facts, leftBecause } as const
  return { ...snapshot, view: { ...snapshot.view, facts }, booking: endedBooking(call) }
}

/** How the booking ends when this party cancels now. */
export function decide(
  { booking, trip, view }: BookingSnapshot,
  by: Pick<CancelBooking, 'expectedRefund'> & ActorId & { party: Party; now: Date },
): Ending {
  const { userId, expectedRefund, party, now } = by
  const { facts } = view
  const tripCancelled = trip.status === 'cancelled'
  const step = transition('cancel', { booking, by: party, now, facts, tripCancelled })
  const status = statusAfter(step)
  // The driver cancelled the trip, and its job has not reached this booking yet: a full refund.
  if (step.to === 'trip_cancelled') {
    const amounts = splitFare(booking, booking.farePesos)
    return { status, actorId: booking.driverId, details: {}, mark: undefined, ...amounts }
  }
  const refund = refundByPolicy(booking, party, now, facts)
  assert(refund, `booking ${booking.id} is cancelled by no rule`)
  const { rule, refundPesos } = refund
  if (expectedRefund !== undefined && refundPesos < expectedRefund) {
    throw new AppError('price_changed', { details: { refund: refundPesos } })
  }
  const amounts = splitFare(booking, refundPesos)
  return { status, actorId: userId, details: { rule }, mark: marks[rule], ...amounts }
}
