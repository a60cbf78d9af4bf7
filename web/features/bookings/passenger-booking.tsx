import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { forgetTicket, saveTicket } from '#web/lib/saved-tickets.ts'
import { bookingStatusWords } from '#web/lib/trip-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BookingTicket } from './booking-ticket.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { ConfirmAboard } from './confirm-aboard.tsx'

/** The ticket, kept on this device for when there is no network. */
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

/** A booking as its passenger sees it: ticket first. */
export function PassengerBooking({ booking, userId }: { booking: BookingView; userId: string }) {
  const ticket = useTicket(booking, userId)
  const status = bookingStatusWords(booking.status, 'passenger')
  return (
    <Page
      title={`${booking.from.name} → ${booking.to.name}`}
      back={{ to: paths.myTrips('pasajero'), label: 'Mis viajes' }}
      actions={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      <Outcome booking={booking} />
      <BookingTicket booking={booking} ticket={ticket.ticket}>
        {ticket.isLoading && <Skeleton className="aspect-square w-full max-w-72" />}
        {ticket.isError && booking.can.showTicket && (
          <LoadFailed
            what="tu tiquete"
            error={ticket.error}
            onRetry={() => void ticket.refetch()}
            retrying={ticket.isFetching}
          />
        )}
        {booking.can.confirmAboard && <ConfirmAboard booking={booking} />}
      </BookingTicket>
      <CardSection title="Cómo va tu reserva">
        <BookingTimeline booking={booking} />
      </CardSection>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          variant="secondary"
          to={paths.trip(booking.tripId, { from: booking.from.id, to: booking.to.id })}
        >
          Ver el viaje
        </ButtonLink>
        {booking.can.cancel && <CancelBooking booking={booking} />}
      </div>
      {booking.can.cancel && <FreeUntil booking={booking} />}
    </Page>
  )
}

/** What it means for their seat and money, when it did not simply go well. */
function Outcome({ booking }: { booking: BookingView }) {
  const { status, expiresAt, paymentMode, refunded, charged } = booking
  const money =
    paymentMode === 'directo' || refunded === null
      ? ''
      : charged
        ? ` Volvieron ${pesos(refunded)} a tu billetera; ${pesos(charged)} fueron para el conductor.`
        : ` Volvieron ${pesos(refunded)} a tu billetera.`
  if (status === 'requested') {
    return (
      <Banner tone="warn" title="El conductor aún no responde">
        {expiresAt && `Tiene hasta las ${timeAndDay(expiresAt)}. `}
        {paymentMode === 'billetera'
          ? 'Si no acepta, tu dinero vuelve completo a la billetera.'
          : 'Si no acepta, no pagas nada.'}
      </Banner>
    )
  }
  const titles = {
    rejected: 'El conductor no pudo aceptarte',
    expired: 'El conductor no respondió a tiempo',
    cancelled_by_passenger: 'Cancelaste tu cupo',
    cancelled_by_driver: 'El conductor canceló tu reserva',
    trip_cancelled: 'El conductor canceló el viaje',
    no_show: 'El conductor marcó que no llegaste',
  } as const
  const title = status in titles ? titles[status as keyof typeof titles] : null
  if (!title) return null
  return (
    <Banner
      tone={status === 'cancelled_by_passenger' ? 'info' : 'err'}
      live="off"
      title={title}
      action={
        <ButtonLink size="sm" variant="secondary" to={paths.search()}>
          Buscar otro viaje
        </ButtonLink>
      }
    >
      {money}
    </Banner>
  )
}

function FreeUntil({ booking }: { booking: BookingView }) {
  const { fullRefundUntil, paymentMode } = booking
  if (paymentMode === 'directo') {
    return <p className="text-sm text-muted">Puedes cancelar sin costo hasta la salida.</p>
  }
  if (booking.status !== 'confirmed' || !fullRefundUntil) return null
  const free = new Date(fullRefundUntil) > new Date()
  return (
    <p className="text-sm text-muted">
      {free
        ? `Si cancelas antes del ${dateTime(fullRefundUntil)} te devolvemos todo; después, la mitad.`
        : 'Si cancelas ahora te devolvemos la mitad: faltan menos de 24 horas.'}
    </p>
  )
}
