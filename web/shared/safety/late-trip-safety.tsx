import { lazy, Suspense } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

// Lazy, so that the safety functions do not delay the ticket or the run sheet. The service worker
// caches them for offline use.
const BookingSafety = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-safety.tsx'))).BookingSafety,
}))
const TripSafety = lazy(async () => ({
  default: (await retryingImport(() => import('./trip-safety.tsx'))).TripSafety,
}))

/** Safety functions on the driver's run sheet. */
export function LateTripSafety(props: React.ComponentProps<typeof TripSafety>) {
  return (
    <Suspense fallback={null}>
      <TripSafety {...props} />
    </Suspense>
  )
}

/** Safety functions on the passenger's booking. */
export function LateBookingSafety({ booking }: { booking: BookingView }) {
  return (
    <Suspense fallback={null}>
      <BookingSafety booking={booking} />
    </Suspense>
  )
}
