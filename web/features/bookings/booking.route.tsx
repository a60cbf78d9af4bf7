import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { ToLogin, Unreachable } from '#web/shared/access/auth/session-gate.tsx'
import { readSavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PassengerBooking } from './passenger-booking.tsx'
import type { SavedTicketProps } from './saved-ticket-page.tsx'

// Lazy: the passenger's ticket must open fast; the driver's view may load later.
const DriverBooking = lazy(async () => ({
  default: (await retryingImport(() => import('./driver-booking.tsx'))).DriverBooking,
}))

// Lazy: only for a trip with one change of car.
const ConnectedBooking = lazy(async () => ({
  default: (await retryingImport(() => import('./connected-booking.tsx'))).ConnectedBooking,
}))

// Lazy: only for a ticket opened here before, whose code the service worker has cached.
const SavedTicketPage = lazy(async () => ({
  default: (await retryingImport(() => import('./saved-ticket-page.tsx'))).SavedTicketPage,
}))

export function meta() {
  return [{ title: titled('Tu reserva') }]
}

export const handle = { alone: true, afterwards: true }

const unreadReasons = { loading: null, unreachable: 'offline', signedOut: 'expired' } as const

export default function Booking() {
  const { bookingId = '' } = useParams()
  const { status, user } = useAuth()
  if (status === 'signedIn') {
    return <BookingPage key={bookingId} bookingId={bookingId} userId={user.id} />
  }
  // While the session is unchecked or cannot be checked, the cached ticket is shown.
  const saved = readSavedTicket(bookingId, rememberedAccount())
  if (saved) return <Saved saved={saved} why={unreadReasons[status]} />
  if (status === 'signedOut') return <ToLogin />
  return status === 'loading' ? <Loading /> : <Unreachable />
}

const SOON_MS = 15_000

/** Polling interval in ms while the driver may answer or scan; false otherwise. */
function refreshEvery(booking: BookingView | undefined): number | false {
  if (booking?.status === 'requested') return SOON_MS
  if (booking?.status !== 'confirmed') return false
  const opens = Date.parse(booking.from.at) - BOARDING_OPENS_HOURS * 3_600_000
  return Date.now() >= opens ? SOON_MS : false
}

function isRefused(error: Error): boolean {
  return hasCode(error, 'booking_not_found', 'invalid_request')
}

function BookingPage({ bookingId, userId }: { bookingId: string; userId: string }) {
  const answer = useQuery({
    queryKey: queryKeys.booking(bookingId),
    queryFn: ({ signal }) => api.bookings.show({ params: { bookingId }, signal }),
    refetchInterval: ({ state }) => refreshEvery(state.data?.booking),
  })
  // The cached ticket is shown until the server answers.
  const unanswered = answer.isLoadingError && !isRefused(answer.error)
  const saved = answer.isPending || unanswered ? readSavedTicket(bookingId, userId) : null
  if (saved) {
    const why = unanswered ? 'offline' : null
    return <Saved saved={saved} why={why} again={() => void answer.refetch()} />
  }
  const booking = neededAnswer(answer)?.booking
  if (booking?.viewer === 'driver') {
    return (
      <Suspense fallback={<Loading />}>
        <DriverBooking booking={booking} />
      </Suspense>
    )
  }
  if (booking?.connection?.otherBookingId) {
    return (
      <Suspense fallback={<Loading />}>
        <ConnectedBooking booking={booking} userId={userId} />
      </Suspense>
    )
  }
  if (booking) return <PassengerBooking booking={booking} userId={userId} />
  return <Loading />
}

function Saved(props: SavedTicketProps) {
  return (
    <Suspense fallback={<Loading />}>
      <SavedTicketPage {...props} />
    </Suspense>
  )
}

function Loading() {
  return (
    <Page title="Tu reserva">
      <SkeletonList rows={1} rowClass="h-[32rem]" />
    </Page>
  )
}
