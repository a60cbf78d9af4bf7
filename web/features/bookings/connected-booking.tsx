import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CancelRow } from './cancel-booking.tsx'
import { currentPart, isOpen, OtherPart } from './other-part.tsx'
import { PassengerBooking, useTicket } from './passenger-booking.tsx'

const REFRESH_MS = 15_000

type Props = { booking: BookingView; userId: string }

/** Both parts of a trip with one change on one page: the one that matters now, then the other. */
export function ConnectedBooking({ booking, userId }: Props) {
  const bookingId = booking.connection?.otherBookingId ?? ''
  const { data } = useQuery({
    queryKey: queryKeys.booking(bookingId),
    queryFn: ({ signal }) => api.bookings.show({ params: { bookingId }, signal }),
    refetchInterval: isOpen(booking) ? REFRESH_MS : false,
  })
  return data ? (
    <Both one={booking} other={data.booking} userId={userId} />
  ) : (
    <PassengerBooking booking={booking} userId={userId} />
  )
}

function Both({ one, other, userId }: { one: BookingView; other: BookingView; userId: string }) {
  const [search] = useSearchParams()
  const shown = search.has('parte') ? one : currentPart(one, other)
  const folded = shown === one ? other : one
  const { ticket } = useTicket(folded, userId)
  const cancel = one.can.cancel && other.can.cancel && (
    <>
      <CancelRow booking={shown} other={folded} />
      <CancelRow booking={shown} label="Cancelar solo este carro" />
    </>
  )
  const connected = { card: <OtherPart booking={folded} ticket={ticket} />, cancel: cancel || null }
  return <PassengerBooking key={shown.id} booking={shown} {...{ userId, connected }} />
}
