import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { forgetTicket, saveTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TicketPage } from './ticket-page.tsx'

// Lazy: with these parts, which few visits show first, the screen exceeds its limit of 210 kB.
const SayAboard = lazy(async () => ({
  default: (await retryingImport(() => import('./say-aboard.tsx'))).SayAboard,
}))
const PassengerNotices = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-notices.tsx'))).PassengerNotices,
}))
const AboardSaid = lazy(async () => ({
  default: (await retryingImport(() => import('./say-aboard.tsx'))).AboardSaid,
}))
const DeniedCheckIn = lazy(async () => ({
  default: (await retryingImport(() => import('./denied-check-in.tsx'))).DeniedCheckIn,
}))

/** Fetches the ticket and caches it on this device for offline use. */
function useTicket(booking: BookingView, userId: string) {
  const { id, can } = booking
  const answer = useQuery({
    queryKey: queryKeys.ticket(id),
    queryFn: ({ signal }) => api.bookings.ticket({ params: { bookingId: id }, signal }),
    enabled: can.showTicket,
    staleTime: 60_000,
  })
  const ticket = can.showTicket ? answer.data : undefined
  useEffect(() => {
    if (ticket) saveTicket({ ownerId: userId, booking, ticket })
    else if (!can.showTicket) forgetTicket(id)
  }, [ticket, booking, userId, id, can.showTicket])
  return { ...answer, ticket }
}

/** Whether the passenger has rated the driver; undefined while unknown. */
function useHasRated({ id, state }: BookingView): boolean | undefined {
  const { data } = useQuery({
    queryKey: ratingKeys.ofBooking(id),
    queryFn: ({ signal }) => api.ratings.ofBooking({ params: { bookingId: id }, signal }),
    enabled: /^(arrived|completed)/.test(state),
  })
  return data && !data.rating.can.rate
}

/** Whether something happened that the passenger must read before the head of the ticket. */
function hasNotice({ state, objection, tripChange, meetingMoved, crosses }: BookingView): boolean {
  const isContested = /claimed|disputed|denied|absent/.test(state)
  return isContested || objection !== null || tripChange !== null || meetingMoved || crosses
}

/** The passenger's view of a booking: the ticket by its moment. */
export function PassengerBooking({ booking, userId }: { booking: BookingView; userId: string }) {
  const answer = useTicket(booking, userId)
  const hasRated = useHasRated(booking)
  const { aboardSaidAt, aboardPostsAt, can } = booking
  return (
    <TicketPage
      booking={booking}
      ticket={answer.ticket}
      hasRated={hasRated ?? false}
      notices={
        <Suspense fallback={null}>
          {hasNotice(booking) && <PassengerNotices booking={booking} />}
          {aboardSaidAt && aboardPostsAt && (
            <AboardSaid booking={booking} saidAt={aboardSaidAt} postsAt={aboardPostsAt} />
          )}
        </Suspense>
      }
      codeState={
        <>
          {answer.isLoading && <Skeleton className="aspect-square w-full max-w-54" />}
          {answer.isError && can.showTicket && (
            <QueryState query={answer} what="tu tiquete" rows={1} />
          )}
        </>
      }
      quiet={
        <Suspense fallback={null}>
          {can.sayAboard && <SayAboard booking={booking} />}
          {booking.denial && <DeniedCheckIn booking={booking} />}
        </Suspense>
      }
    />
  )
}
