import { lazy, Suspense } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { lateImport } from '#web/lib/late-import.ts'

const ChangeMeeting = lazy(async () => ({
  default: (await lateImport(() => import('./change-meeting.tsx'))).ChangeMeeting,
}))

/** Lazy `ChangeMeeting`: it is below the ticket, which must not wait for this code. */
export function LateChangeMeeting({ booking }: { booking: BookingView }) {
  return (
    <Suspense fallback={null}>
      <ChangeMeeting booking={booking} />
    </Suspense>
  )
}
