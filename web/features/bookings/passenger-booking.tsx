import { Suspense, useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { serverNow } from '#web/lib/clock.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { forgetTicket, saveTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SavedNoticeProps } from './saved-notice.tsx'
import type { TicketCodes } from './ticket-code.tsx'
import { TicketPage, type TicketPageProps } from './ticket-page.tsx'

// Lazy: with these parts, which few visits show first, the screen exceeds its limit of 210 kB.
const SayAboard = lazyPart(() => import('./say-aboard.tsx'), 'SayAboard')
const SavedNotice = lazyPart(() => import('./saved-notice.tsx'), 'SavedNotice')
const notices = () => import('./booking-notices.tsx')
const PassengerNotices = lazyPart(notices, 'PassengerNotices')
const AboardSaid = lazyPart(() => import('./say-aboard.tsx'), 'AboardSaid')
const DeniedCheckIn = lazyPart(notices, 'DeniedCheckIn')

/** Fetches the ticket and caches it on this device; without `ownerId`, neither. */
export function useTicket(booking: BookingView, ownerId: string | null) {
  const { id, can } = booking
  const answer = useRead(
    queryKeys.ticket(id),
    (signal) => api.bookings.ticket({ params: { bookingId: id }, signal }),
    { enabled: ownerId !== null && can.showTicket, staleTime: 60_000 },
  )
  const ticket = can.showTicket ? answer.data : undefined
  const readAt = answer.dataUpdatedAt
  useEffect(() => {
    if (ownerId === null) return
    if (ticket) saveTicket({ ownerId, booking, ticket, readAt })
    else if (!can.showTicket) forgetTicket(id)
  }, [ticket, booking, ownerId, id, readAt, can.showTicket])
  return { ...answer, ticket }
}

/** Whether the passenger has rated the driver; undefined while unknown. */
function useHasRated({ id, state }: BookingView, isRead: boolean): boolean | undefined {
  const { data } = useRead(
    ratingKeys.ofBooking(id),
    (signal) => api.ratings.ofBooking({ params: { bookingId: id }, signal }),
    { enabled: isRead && /^(arrived|completed)/.test(state) },
  )
  return data && !data.rating.can.rate
}

/** Whether something happened that the passenger must read before the head of the ticket. */
function hasNotice({ state, objection, tripChange, meetingMoved, crosses }: BookingView): boolean {
  const isContested = /claimed|disputed|denied|absent/.test(state)
  return isContested || objection !== null || tripChange !== null || meetingMoved || crosses
}

/** The booking without changes that need a network; what they return is as old as the ticket. */
function unchangeable(booking: BookingView): BookingView {
  const can = { ...booking.can, cancel: false, changeMeeting: false, changeSegment: false }
  return { ...booking, can, refundPerSeats: [] }
}

export type PassengerBookingProps = Pick<TicketPageProps, 'booking' | 'connected'> & {
  userId: string | null
  /** The copy on this device, which `booking` comes from; null: it is the server's answer. */
  saved: {
    ticket: TicketCodes
    ownerId: string
    why: SavedNoticeProps['why'] | null
    again: SavedNoticeProps['again']
  } | null
}

/** The passenger's view of a booking: the ticket by its moment. */
export function PassengerBooking({ booking, connected, userId, saved }: PassengerBookingProps) {
  const answer = useTicket(booking, saved ? null : userId)
  const hasRated = useHasRated(booking, !saved)
  const { aboardSaidAt, aboardPostsAt, can, denial } = booking
  // Computed from the time that the server gave: the cached `can` is as old as the ticket.
  const maySay = saved
    ? saved.why !== 'expired' &&
      booking.state === 'confirmed' &&
      Date.parse(booking.aboardFrom) <= serverNow()
    : can.sayAboard
  return (
    <TicketPage
      booking={saved?.why ? unchangeable(booking) : booking}
      connected={connected}
      isSaved={saved !== null}
      ticket={saved?.ticket ?? answer.ticket}
      hasRated={hasRated ?? false}
      notices={
        <Suspense fallback={null}>
          {saved?.why && <SavedNotice why={saved.why} again={saved.again} />}
          {!saved && hasNotice(booking) && <PassengerNotices booking={booking} />}
          {!saved && aboardSaidAt && aboardPostsAt && (
            <AboardSaid booking={booking} saidAt={aboardSaidAt} postsAt={aboardPostsAt} />
          )}
        </Suspense>
      }
      codeState={
        !saved && (
          <>
            {answer.isLoading && <Skeleton className="aspect-square w-full max-w-54" />}
            {answer.isError && can.showTicket && (
              <QueryState query={answer} what="tu tiquete" rows={1} />
            )}
          </>
        )
      }
      quiet={
        <Suspense fallback={null}>
          {maySay && <SayAboard booking={booking} />}
          {!saved && denial && <DeniedCheckIn booking={booking} />}
        </Suspense>
      }
    />
  )
}
