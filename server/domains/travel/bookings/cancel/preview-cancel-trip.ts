import type { CancelPreview } from '#contract/trip-changes.ts'
import { findTripFacts, type TripFacts } from '#server/domains/travel/trips/trips.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Booking } from '../booking.ts'
import { may } from '../booking-transitions.ts'
import { listTripBookings } from '../bookings.queries.ts'
import { refundOnRelease } from '../settle/settle-booking.ts'
import { ABOARD, MARKS_DRIVER, someoneAboard } from './cancel-trip.ts'

/** Previews `cancelTrip` with the same functions and writes nothing. Errors: `trip_not_found`. */
export async function previewCancelTrip(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: driverId }: ActorId,
  { tripId }: { tripId: string },
): Promise<CancelPreview> {
  const trip = await findTripFacts(deps.db, tripId)
  if (trip?.driverId !== driverId) throw new AppError('trip_not_found')
  const now = deps.clock.now()
  const bookings = await listTripBookings(deps.db, trip.id)
  const refusal = refusalOf(trip, bookings, now)
  const cancelled = refusal ? [] : bookings.filter((booking) => isCancelled(booking, now))
  return {
    refusal: refusal?.message ?? null,
    bookings: cancelled.length,
    refundPesos: cancelled.reduce((sum, booking) => sum + (refundOnRelease(booking) ?? 0), 0),
    marked: cancelled.some(({ status }) => MARKS_DRIVER.includes(status)),
  }
}

/** Returns the error that `cancelTrip` would throw. */
function refusalOf(trip: TripFacts, bookings: readonly Booking[], now: Date): AppError | undefined {
  const open = trip.status === 'published' || trip.status === 'in_progress'
  if (!open || trip.departsAt <= now) return new AppError('trip_not_cancellable')
  return bookings.some(({ status }) => ABOARD.includes(status)) ? someoneAboard() : undefined
}

function isCancelled(booking: Booking, now: Date): boolean {
  return may('cancel_trip', { booking, by: 'driver', now, tripCancelled: true })
}
