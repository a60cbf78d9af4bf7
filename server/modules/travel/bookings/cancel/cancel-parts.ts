import { inOneCall } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { waitGateOf } from '#server/platform/wait-gate.ts'
import { type Booking, partsOf } from '../booking.ts'
import { type BookingSnapshot, listSnapshots } from '../booking-snapshot.queries.ts'
import { isOpen } from '../booking-states.ts'
import { listConnection } from '../bookings.queries.ts'
import { type CancelCall, callCancelBookings, endedBooking } from './cancel-booking.queries.ts'
import { decide } from './cancel-booking.ts'

/** Retries: a booking or its facts may change between reading and cancelling. */
const TRIES = 5

/**
 * Cancels the open parts of a trip with one change by the refund table, in one transaction.
 * Idempotent. `expectedRefund`: pesos for both, refused if it would now be less. Errors: those of
 * `cancelBooking`.
 */
export async function cancelParts(
  deps: ReadDeps,
  { userId }: ActorId,
  { connectionId, expectedRefund }: { connectionId: string; expectedRefund?: number | undefined },
): Promise<Booking[]> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const parts = await listConnection(deps.db, connectionId)
    if (parts[0]?.passengerId !== userId) throw new AppError('booking_not_found')
    const open = parts.filter(isOpen)
    if (open.length === 0) {
      if (parts.some(({ status }) => status === 'cancelled_by_passenger')) return parts
      throw new AppError('booking_not_cancellable')
    }
    const ids = open.map(({ id }) => id)
    const read = await listSnapshots(deps.db, ids)
    const calls = callsFor(read, { userId, now: deps.clock.now(), expectedRefund })
    const rows = open.flatMap(partsOf)
    const answers = await inOneCall(deps.db, (db) =>
      waitGateOf(db).run(rows, () => callCancelBookings(db, calls, { waits: true })),
    )
    if (answers.every(({ answer }) => answer === 'cancelled')) {
      const ended = new Map(calls.map((call) => [call.snapshot.booking.id, endedBooking(call)]))
      return parts.map((part) => ended.get(part.id) ?? part)
    }
  }
  throw new AppError('busy')
}

function callsFor(
  read: readonly (BookingSnapshot | undefined)[],
  by: ActorId & { now: Date; expectedRefund: number | undefined },
): CancelCall[] {
  const { userId, now, expectedRefund } = by
  const calls = read.map((snapshot): CancelCall => {
    assert(snapshot, 'a booking that was just listed')
    const ending = decide(snapshot, { userId, party: 'passenger', now })
    return { snapshot, ending, callerId: userId, guard: undefined, now }
  })
  const refund = calls.reduce((sum, { ending }) => sum + (ending.refundedPesos ?? 0), 0)
  if (expectedRefund !== undefined && refund < expectedRefund) {
    throw new AppError('price_changed', { details: { refund } })
  }
  return calls
}
