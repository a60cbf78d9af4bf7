import { lazy, Suspense } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { lateImport } from '#web/lib/late-import.ts'
import type { TripSafetyProps } from './trip-safety.tsx'

const TripSafety = lazy(async () => ({
  default: (await lateImport(() => import('./trip-safety.tsx'))).TripSafety,
}))

/** Lazy `TripSafety`: it must not delay the ticket or the run sheet. */
export function LateTripSafety(props: TripSafetyProps) {
  return (
    <Suspense fallback={null}>
      <TripSafety {...props} />
    </Suspense>
  )
}

/** For the passenger of a booking that was agreed and is not over. */
export function LateBookingSafety({ booking }: { booking: BookingView }) {
  const { id: bookingId, tripId, status, from, to } = booking
  if (status !== 'confirmed' && status !== 'checked_in') return null
  return <LateTripSafety trip={{ tripId, bookingId, from: from.name, to: to.name }} />
}
