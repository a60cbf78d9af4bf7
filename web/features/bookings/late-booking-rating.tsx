import { lazy, Suspense } from 'react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const BookingRating = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-rating.tsx'))).BookingRating,
}))

/** States in which nothing can be rated; the server decides in all other states. */
const NOTHING: readonly BookingState[] = [
  'requested',
  'confirmed',
  'checked_in',
  'rejected',
  'expired',
]

/** Lazy `BookingRating`: before the journey is over it must not delay the ticket. */
export function LateBookingRating({ booking }: { booking: BookingView }) {
  if (NOTHING.includes(booking.state)) return null
  return (
    <Suspense fallback={null}>
      <BookingRating bookingId={booking.id} />
    </Suspense>
  )
}
