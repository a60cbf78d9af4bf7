import { lazy, Suspense } from 'react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { lateImport } from '#web/lib/late-import.ts'

const BookingRating = lazy(async () => ({
  default: (await lateImport(() => import('./booking-rating.tsx'))).BookingRating,
}))

/** While these last there is nothing to rate; the server decides about the others. */
const NOTHING: readonly BookingState[] = [
  'requested',
  'confirmed',
  'checked_in',
  'rejected',
  'expired',
]

/** Lazy: before the journey is over it must not delay the ticket. */
export function LateBookingRating({ booking }: { booking: BookingView }) {
  if (NOTHING.includes(booking.state)) return null
  return (
    <Suspense fallback={null}>
      <BookingRating bookingId={booking.id} />
    </Suspense>
  )
}
