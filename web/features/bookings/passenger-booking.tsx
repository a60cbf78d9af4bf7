import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { bookingWordsOf, ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { forgetTicket, saveTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { isTravelDay, JourneyNow } from '#web/shared/journeys/journey-state.tsx'
import { LateBookingSafety } from '#web/shared/safety/late-trip-safety.tsx'
import { LateMeetingPlaces } from '#web/shared/trips/late-meeting-places.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BookingActions } from './booking-actions.tsx'
import {
  BookingOutcome,
  DisputeNotice,
  MeetingMovedNotice,
  TripChangeNotice,
  TripPauseNotice,
} from './booking-notices.tsx'
import { BookingTicket } from './booking-ticket.tsx'
import { AboardSaid, SayAboard } from './say-aboard.tsx'

// Lazy: with these parts, which few visits show first, the screen exceeds its limit of 210 kB.
const BookingRating = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-rating.tsx'))).BookingRating,
}))
const DeniedCheckIn = lazy(async () => ({
  default: (await retryingImport(() => import('./denied-check-in.tsx'))).DeniedCheckIn,
}))
const ChangeMeeting = lazy(async () => ({
  default: (await retryingImport(() => import('./change-booking.tsx'))).ChangeMeeting,
}))
const CancelBooking = lazy(async () => ({
  default: (await retryingImport(() => import('./cancel-booking.tsx'))).CancelBooking,
}))

const BookingTimeline = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-timeline.tsx'))).BookingTimeline,
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

/** The passenger's view of a booking, with the ticket first. */
export function PassengerBooking({ booking, userId }: { booking: BookingView; userId: string }) {
  const ticket = useTicket(booking, userId)
  const status = bookingWordsOf(booking)
  // On the day of travel the code comes first, for the scan at the car.
  const { aboardSaidAt, aboardPostsAt } = booking
  const showsCodeFirst = ticketStateOf(booking) === 'valid' && isTravelDay(booking)
  return (
    <Page
      title={`${booking.from.name} → ${booking.to.name}`}
      back={{ to: paths.myTrips('pasajero'), label: 'Mis viajes' }}
      actions={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      <ActionResult about={booking.id}>
        <BookingOutcome booking={booking} />
        <DisputeNotice booking={booking} />
        {booking.tripPause && <TripPauseNotice booking={booking} />}
        {booking.tripChange && <TripChangeNotice booking={booking} />}
        {booking.meetingMoved && <MeetingMovedNotice booking={booking} />}
        <Suspense fallback={null}>{booking.denial && <DeniedCheckIn booking={booking} />}</Suspense>
        {aboardSaidAt && aboardPostsAt && (
          <AboardSaid booking={booking} saidAt={aboardSaidAt} postsAt={aboardPostsAt} />
        )}
      </ActionResult>
      <Suspense fallback={null}>
        <BookingRating booking={booking} />
      </Suspense>
      {!showsCodeFirst && <JourneyNow booking={booking} />}
      <BookingTicket booking={booking} ticket={ticket.ticket}>
        {ticket.isLoading && <Skeleton className="aspect-square w-full max-w-72" />}
        {ticket.isError && booking.can.showTicket && (
          <QueryState query={ticket} what="tu tiquete" rows={1} />
        )}
      </BookingTicket>
      {showsCodeFirst && <JourneyNow booking={booking} />}
      <Suspense fallback={null}>
        {booking.can.leaveLate && <CancelBooking booking={booking} />}
      </Suspense>
      <BookingActions booking={booking} />
      <LateBookingSafety booking={booking} />
      {booking.can.showTicket && <LateMeetingPlaces from={null} to={booking.to.point} />}
      {booking.can.sayAboard && <SayAboard booking={booking} />}
      <Suspense fallback={null}>
        {booking.can.changeMeeting && <ChangeMeeting booking={booking} />}
      </Suspense>
      <CardSection title="Cómo va tu reserva">
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <BookingTimeline booking={booking} />
        </Suspense>
      </CardSection>
    </Page>
  )
}
