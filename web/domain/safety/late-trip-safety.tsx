import { lazy, Suspense } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { lateImport } from '#web/lib/late-import.ts'

// Lazy: they must not delay the ticket or the run sheet. The service worker has them offline.
const BookingSafety = lazy(async () => ({
  default: (await lateImport(() => import('./booking-safety.tsx'))).BookingSafety,
}))
const TripSafety = lazy(async () => ({
  default: (await lateImport(() => import('./trip-safety.tsx'))).TripSafety,
}))

/** For the driver, on their run sheet. */
export function LateTripSafety(props: React.ComponentProps<typeof TripSafety>) {
  return (
    <Suspense fallback={null}>
      <TripSafety {...props} />
    </Suspense>
  )
}

/** For the passenger, on their booking. */
export function LateBookingSafety({ booking }: { booking: BookingView }) {
  return (
    <Suspense fallback={null}>
      <BookingSafety booking={booking} />
    </Suspense>
  )
}
