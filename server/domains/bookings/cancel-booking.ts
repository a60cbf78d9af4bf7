import { markDriver } from '#server/domains/marks/marks.public.ts'
import { findTripFacts, returnSeats } from '#server/domains/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { type Booking, type Facts, type Party, partyOf, type Refund, refundFor } from './booking.ts'
import { changeStatus, factsOf, lockBooking } from './bookings.queries.ts'
import { releaseBooking, takeFare } from './settle-booking.ts'

export type CancelBooking = {
  userId: string
  bookingId: string
  /** Pesos; refuse if less would be returned by now. */
  expectedRefund?: number | undefined
}

const statusAfter = {
  passenger: 'cancelled_by_passenger',
  driver: 'cancelled_by_driver',
} as const

/**
 * Cancels by the refund table; a repeat by the same party answers the booking as it is.
 * Errors: `booking_not_found`, `booking_not_cancellable`, `price_changed`.
 */
export function cancelBooking(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: CancelBooking,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, input.bookingId)
    const party = booking && partyOf(booking, input.userId)
    if (!booking || !party) throw new AppError('booking_not_found')
    if (booking.status === statusAfter[party]) return booking
    const refund = refundFor(booking, party, now, await factsOfOne(tx, booking))
    if (!refund) throw new AppError('booking_not_cancellable')
    // A trip the driver has just cancelled costs nobody anything, whoever is faster.
    const trip = await findTripFacts(tx, booking.tripId)
    const settled =
      trip?.status === 'cancelled'
        ? await releaseBooking(tx, booking, { to: 'trip_cancelled', actorId: trip.driverId, now })
        : await cancel(tx, booking, { ...input, party, refund, now })
    if (!settled) throw new AppError('booking_not_cancellable')
    if (settled.status !== 'trip_cancelled') await mark(tx, settled, refund, now)
    return settled
  })
}

async function factsOfOne(tx: Tx, { id }: Booking): Promise<Facts> {
  const facts = (await factsOf(tx, [id])).get(id)
  assert(facts, 'facts of a locked booking')
  return facts
}

/** What everybody may know afterwards of a driver who let the passenger down. */
async function mark(tx: Tx, booking: Booking, refund: Refund, now: Date): Promise<void> {
  const kinds = { driver_cancels: 'cancelled', driver_late: 'late' } as const
  const kind = kinds[refund.rule as keyof typeof kinds]
  if (!kind) return
  await markDriver(tx, { driverId: booking.driverId, kind, causeId: booking.id, now })
}

type Cancellation = CancelBooking & { party: Party; refund: Refund; now: Date }

async function cancel(
  tx: Tx,
  booking: Booking,
  { userId, expectedRefund, party, refund, now }: Cancellation,
): Promise<Booking | undefined> {
  const { rule, refundPesos, keptPesos } = refund
  if (expectedRefund !== undefined && refundPesos < expectedRefund) {
    throw new AppError('price_changed', { details: { refund: refundPesos } })
  }
  const change = { to: statusAfter[party], actorId: userId, now, details: { rule } }
  if (keptPesos === 0) return await releaseBooking(tx, booking, change)
  const cancelled = await changeStatus(tx, {
    id: booking.id,
    from: [booking.status],
    ...change,
    closedAt: now,
    refundedPesos: refundPesos,
    chargedPesos: keptPesos,
  })
  if (!cancelled) return undefined
  await takeFare(tx, cancelled, keptPesos, { now })
  await returnSeats(tx, cancelled)
  return cancelled
}
