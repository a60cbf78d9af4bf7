import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { readSavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { CancelRow } from './cancel-booking.tsx'
import { currentPart, isOpen, OtherPart } from './other-part.tsx'
import { PassengerBooking, type PassengerBookingProps, useTicket } from './passenger-booking.tsx'
import type { TicketCodes } from './ticket-code.tsx'

const REFRESH_MS = 15_000

type Props = Omit<PassengerBookingProps, 'connected'>

/** Both parts of a trip with one change on one page: the one that matters now, then the other. */
export function ConnectedBooking(props: Props) {
  const { booking, saved, userId } = props
  const bookingId = booking.connection?.otherBookingId ?? ''
  const { data } = useQuery({
    queryKey: queryKeys.booking(bookingId),
    queryFn: ({ signal }) => api.bookings.show({ params: { bookingId }, signal }),
    enabled: userId !== null && !saved,
    refetchInterval: isOpen(booking) ? REFRESH_MS : false,
  })
  const kept = saved && readSavedTicket(bookingId, saved.ownerId)
  const other = saved ? kept?.booking : data?.booking
  return other ? (
    <Both {...props} other={other} otherTicket={kept?.ticket} />
  ) : (
    <PassengerBooking {...props} />
  )
}

type BothProps = Props & { other: BookingView; otherTicket: TicketCodes | undefined }

function Both({ booking: one, other, otherTicket, userId, saved }: BothProps) {
  const [search] = useSearchParams()
  const shown = search.has('parte') ? one : currentPart(one, other)
  const folded = shown === one ? other : one
  const answer = useTicket(folded, saved ? null : userId)
  const tickets = shown === one ? [saved?.ticket, otherTicket] : [otherTicket, saved?.ticket]
  const [own, its = answer.ticket] = tickets
  const cancel = !saved && one.can.cancel && other.can.cancel && (
    <>
      <CancelRow booking={shown} other={folded} />
      <CancelRow booking={shown} label="Cancelar solo este carro" />
    </>
  )
  const connected = {
    card: <OtherPart booking={folded} ticket={its} />,
    cancel: cancel || null,
    ...(cancel && { other: folded }),
  }
  return (
    <PassengerBooking
      key={shown.id}
      booking={shown}
      saved={saved && own ? { ...saved, ticket: own } : null}
      {...{ userId, connected }}
    />
  )
}
