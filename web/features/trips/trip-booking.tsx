import { Zap } from 'lucide-react'
import type { TripView } from '#contract/trips.ts'
import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { durationBetween, pesos, seats as seatsText, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { TripPart } from './trip-part.ts'

/** Skeleton of the booking card for people with a session, until the refetch knows their role. */
export function BookingPlace() {
  return (
    <section aria-label="Tu reserva" data-audience="in" className="contents">
      <BottomBar action={<Skeleton className="h-12 w-44" />}>
        <Skeleton className="h-10 w-24" />
      </BottomBar>
    </section>
  )
}

type TripBookingProps = { trip: TripView; part: TripPart; seats: number }

/** Price of the segment and the primary action: beside the trip, or at the bottom on a phone. */
export function TripBooking({ trip, part, seats }: TripBookingProps) {
  const total = part.price * seats
  const segment = { from: part.from.id, to: part.to.id, seats }
  return (
    <section
      aria-label="Tu reserva"
      className="contents lg:sticky lg:top-24 lg:grid lg:content-start lg:gap-4"
    >
      <Card className="hidden lg:grid lg:gap-3">
        <p className="font-semibold">
          {time(part.from.at)} – {time(part.to.at)}
        </p>
        <p className="text-sm text-muted">
          {durationBetween(part.from.at, part.to.at)} de {part.from.name} a {part.to.name}
        </p>
        <SeatMeter free={part.seatsLeft} total={trip.seats} withText />
        {part.needsApproval ? (
          <StatusPill tone="warn" className="justify-self-start">
            Por solicitud
          </StatusPill>
        ) : (
          <StatusPill tone="ok" icon={Zap} className="justify-self-start">
            Reserva inmediata
          </StatusPill>
        )}
        <p className="text-sm text-muted">El precio ya lo incluye todo: no hay cobros después.</p>
      </Card>
      {trip.bookingRefusal ? (
        <BottomBar
          action={
            trip.viewer === 'passenger' ? (
              <ButtonLink to={paths.myTrips('pasajero')}>Ver mis reservas</ButtonLink>
            ) : (
              <Button disabled>{part.needsApproval ? 'Pedir cupo' : 'Reservar'}</Button>
            )
          }
        >
          <p className="text-sm font-semibold">{trip.bookingRefusal}</p>
          {trip.viewer === 'visitor' && (
            <Link to={paths.search()} className="text-sm">
              Buscar otro viaje
            </Link>
          )}
        </BottomBar>
      ) : (
        <BottomBar
          action={
            <ButtonLink to={paths.book(trip.id, segment)}>
              <span className="tnum">
                {part.needsApproval ? 'Pedir cupo' : 'Reservar'} · {pesos(total)}
              </span>
            </ButtonLink>
          }
        >
          <PesoAmount value={part.price} size="lg" />
          <p className="text-sm text-muted">por cupo{seats > 1 && ` · ${seatsText(seats)}`}</p>
        </BottomBar>
      )}
    </section>
  )
}
