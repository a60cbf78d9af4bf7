import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { PushOffer } from '#web/domain/notifications/push-offer.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, seats as seatsText, timeAndDay } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { BookedTips } from './booked-tips.tsx'
import { InstallOffer } from './install-offer.tsx'

/** Last screen of the booking steps: summary, and a link to the ticket. */
export function Booked({ bookingId }: { bookingId: string }) {
  const answer = useQuery({
    queryKey: queryKeys.booking(bookingId),
    queryFn: ({ signal }) => api.bookings.show({ params: { bookingId }, signal }),
  })
  const known = neededAnswer(answer)
  if (known) return <Done booking={known.booking} />
  return (
    <Page title="Tu reserva">
      <SkeletonList rows={1} rowClass="h-72" />
    </Page>
  )
}

function sentences(booking: BookingView): { title: string; text: string } {
  const { from, price, paymentMode, expiresAt } = booking
  const held = paymentMode === 'billetera'
  if (booking.status === 'requested') {
    const until = expiresAt ? ` antes de las ${timeAndDay(expiresAt)}` : ''
    const money = held ? ` Retuvimos ${pesos(price)}; si no acepta, vuelven a tu billetera.` : ''
    return {
      title: 'Tu solicitud va en camino',
      text: `${booking.driver.name} te responde${until}.${money}`,
    }
  }
  const money = held
    ? `Retuvimos ${pesos(price)} y pasan al conductor cuando subas.`
    : `Le pagas ${pesos(price)} al conductor al subir.`
  return {
    title: 'Tu cupo está reservado',
    text: `Te esperan en ${from.point?.name ?? from.name}. ${money}`,
  }
}

function Done({ booking }: { booking: BookingView }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, text } = sentences(booking)
  const confirmed = booking.status !== 'requested'
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto w-full max-w-flow px-4 py-6 sm:px-6 sm:py-10">
      <Card padded={false} className="overflow-hidden">
        <Landscape region="valle" className="h-36 w-full rounded-none!" />
        <div className="grid justify-items-center gap-4 p-6 text-center">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
            {title}
          </h1>
          <p className="text-lg">
            {booking.from.name} → {booking.to.name}
            <br />
            <span className="text-muted">
              {dateTime(booking.from.at)} · {seatsText(booking.seats)}
            </span>
          </p>
          <p role="status" className="max-w-md text-muted">
            {text}
          </p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <ButtonLink to={confirmed ? paths.ticket(booking.id) : paths.booking(booking.id)}>
              {confirmed ? 'Ver mi tiquete' : 'Ver mi solicitud'}
            </ButtonLink>
            <ButtonLink to={paths.myTrips('pasajero')} variant="secondary">
              Mis viajes
            </ButtonLink>
          </div>
        </div>
      </Card>
      <BookedTips />
      <PushOffer about="si el conductor responde, cambia algo o ya viene" />
      <InstallOffer bookingId={booking.id} />
    </div>
  )
}
