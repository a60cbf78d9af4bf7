import { Suspense } from 'react'
import { useParams } from 'react-router'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { serverNow } from '#web/lib/clock.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { ToLogin, Unreachable } from '#web/shared/access/auth/session-gate.tsx'
import { readSavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PassengerBooking } from './passenger-booking.tsx'

// Lazy: the passenger's ticket must open fast; the driver's view may load later.
const DriverBooking = lazyPart(() => import('./driver-booking.tsx'), 'DriverBooking')

// Lazy: only for a trip with one change of car.
const ConnectedBooking = lazyPart(() => import('./connected-booking.tsx'), 'ConnectedBooking')

export const meta = () => [{ title: titled('Tu reserva') }]

export const handle = { alone: true, afterwards: true }

/** Reasons why the ticket comes from this device; null while an answer is pending. */
const unreadReasons = {
  signedIn: null,
  loading: null,
  unreachable: 'offline',
  signedOut: 'expired',
} as const

export default function Booking() {
  const { bookingId = '' } = useParams()
  return <BookingPage key={bookingId} bookingId={bookingId} />
}

const SOON_MS = 15_000

/** Polling interval in ms while the driver may answer or scan; false otherwise. */
function refreshEvery(booking: BookingView | undefined): number | false {
  if (booking?.status === 'requested') return SOON_MS
  if (booking?.status !== 'confirmed') return false
  const opens = Date.parse(booking.from.at) - BOARDING_OPENS_HOURS * 3_600_000
  return serverNow() >= opens ? SOON_MS : false
}

function isRefused(error: Error): boolean {
  return hasCode(error, 'booking_not_found', 'invalid_request')
}

function BookingPage({ bookingId }: { bookingId: string }) {
  const { status, user } = useAuth()
  const answer = useRead(
    queryKeys.booking(bookingId),
    (signal) => api.bookings.show({ params: { bookingId }, signal }),
    { enabled: user !== null, refetchInterval: ({ state }) => refreshEvery(state.data?.booking) },
  )
  // Until the server answers, and while it cannot say who this is, the cached ticket is shown, by
  // the same element as the answer: what was pressed meanwhile stays open.
  const unanswered = answer.isLoadingError && !isRefused(answer.error)
  const isUnread = user === null || answer.isPending || unanswered
  const saved = isUnread ? readSavedTicket(bookingId, user?.id ?? rememberedAccount()) : null
  const booking = saved?.booking ?? (user && neededAnswer(answer)?.booking)
  if (booking?.viewer === 'driver') {
    return (
      <Suspense fallback={<Loading />}>
        <DriverBooking booking={booking} />
      </Suspense>
    )
  }
  if (booking) {
    const why = unanswered ? 'offline' : unreadReasons[status]
    const again = unanswered ? () => void answer.refetch() : undefined
    const { ticket, ownerId } = saved ?? {}
    const props = {
      booking,
      userId: user?.id ?? null,
      saved: ticket && ownerId ? { ticket, ownerId, why, again } : null,
    }
    return booking.connection?.otherBookingId ? (
      <Suspense fallback={<Loading />}>
        <ConnectedBooking {...props} />
      </Suspense>
    ) : (
      <PassengerBooking {...props} />
    )
  }
  if (status === 'signedOut') return <ToLogin />
  return status === 'unreachable' ? <Unreachable /> : <Loading />
}

function Loading() {
  return (
    <Page title="Tu reserva">
      <SkeletonList rows={1} rowClass="h-[32rem]" />
    </Page>
  )
}
