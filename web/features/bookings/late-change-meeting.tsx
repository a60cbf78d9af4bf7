import { lazy, Suspense } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const ChangeMeeting = lazy(async () => ({
  default: (await retryingImport(() => import('./change-meeting.tsx'))).ChangeMeeting,
}))

/** Lazy `ChangeMeeting`: it is below the ticket, which must not wait for this code. */
export function LateChangeMeeting({ booking }: { booking: BookingView }) {
  return (
    <Suspense fallback={null}>
      <ChangeMeeting booking={booking} />
    </Suspense>
  )
}
