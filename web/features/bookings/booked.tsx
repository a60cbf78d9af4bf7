import { Download, Share } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, perSeats, pesos, seats as seatsText } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { PushOffer } from '#web/shared/notifications/push-offer.tsx'
import { bookedTips, SafetyTips } from '#web/shared/safety/safety-tips.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DoneSign } from '#web/ui/done-sign.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import {
  endInstallOffer,
  mayOfferInstall,
  noteInstallOffer,
  useInstallWay,
} from './install-offer.ts'

/** Last screen of the booking steps: summary, and a link to the ticket. */
export function Booked({ bookingId }: { bookingId: string }) {
  const known = useNeeded(queryKeys.booking(bookingId), (signal) =>
    api.bookings.show({ params: { bookingId }, signal }),
  )
  if (known) return <Done booking={known.booking} />
  return (
    <Page title="Tu reserva">
      <SkeletonList rows={1} rowClass="h-72" />
    </Page>
  )
}

export function sentences(booking: BookingView): { title: string; text: string } {
  const { from, price, paymentMode, expiresAt, seats } = booking
  const held = paymentMode === 'billetera'
  if (booking.status === 'requested') {
    const until = expiresAt ? ` hasta ${dayAndTime(expiresAt)}` : ' hasta la salida'
    const money = held ? ` Apartamos ${pesos(price)}; si no acepta, vuelven a tu billetera.` : ''
    return {
      title: 'Tu solicitud va en camino',
      text: `${booking.driver.name} tiene${until} para responder.${money}`,
    }
  }
  const money = held
    ? `Apartamos ${pesos(price)} y pasan al conductor cuando subas.`
    : `Le pagas ${pesos(price)} al conductor al subir.`
  const agree = `Acuerda con ${booking.driver.name} dónde te subes en ${from.name}.`
  return {
    title: perSeats(seats, 'Tu cupo está reservado', `Tus ${seats} cupos están reservados`),
    text: `${from.point ? `Te esperan en ${from.point.name}.` : agree} ${money}`,
  }
}

function Done({ booking }: { booking: BookingView }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, text } = sentences(booking)
  const confirmed = booking.status !== 'requested'
  // Without a place the seat is not ready to travel: that comes first.
  const agrees = confirmed && booking.from.point === null
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto w-full max-w-flow px-4 py-6 sm:px-6 sm:py-10">
      <Card padded={false} className="overflow-hidden">
        <Landscape region={confirmed ? 'costa' : 'valle'} className="h-36 w-full rounded-none!" />
        <div className="grid justify-items-center gap-4 p-6 text-center">
          {confirmed && <DoneSign />}
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
            {agrees && (
              <WriteButton primary tripId={booking.tripId} text="Acordar con el conductor" />
            )}
            <ButtonLink
              to={confirmed ? paths.ticket(booking.id) : paths.booking(booking.id)}
              variant={agrees ? 'secondary' : 'primary'}
            >
              {confirmed ? 'Ver mi tiquete' : 'Ver mi solicitud'}
            </ButtonLink>
            <ButtonLink to={paths.myTrips('pasajero')} variant="secondary">
              Mis viajes
            </ButtonLink>
          </div>
        </div>
      </Card>
      <div className="mt-4">
        <SafetyTips tips={bookedTips[booking.paymentMode]} />
      </div>
      <PushOffer about="si el conductor responde, cambia algo o ya viene" />
      <InstallOffer bookingId={booking.id} />
    </div>
  )
}

/** Offers installation after the first booking, because the ticket is used on the road. */
function InstallOffer({ bookingId }: { bookingId: string }) {
  const way = useInstallWay()
  const [offered, setOffered] = useState(() => mayOfferInstall(bookingId))
  const shows = way !== null && offered
  useEffect(() => {
    if (shows) noteInstallOffer(bookingId)
  }, [shows, bookingId])
  if (!shows) return null
  const end = () => {
    endInstallOffer()
    setOffered(false)
  }
  return (
    <Card role="region" aria-label="Instalar Cupo" className="mt-6 grid gap-3">
      <h2 className="text-xl">Ten tu tiquete a la mano</h2>
      {way.kind === 'prompt' ? (
        <p className="text-muted">
          Instala Cupo en este dispositivo: abre con un toque y muestra tu tiquete también sin
          conexión.
        </p>
      ) : (
        <p className="text-muted">
          En Safari toca <Share className="inline size-5" /> <strong>Compartir</strong> y luego{' '}
          <strong>Agregar a inicio</strong>: tu tiquete se abre también sin conexión.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {way.kind === 'prompt' && (
          <Button Icon={Download} onClick={() => void way.install().finally(end)}>
            Instalar Cupo
          </Button>
        )}
        <Button variant="secondary" onClick={end}>
          {way.kind === 'prompt' ? 'Ahora no' : 'Entendido'}
        </Button>
      </div>
    </Card>
  )
}
