import { Zap } from 'lucide-react'
import { useState } from 'react'
import type { TripView } from '#contract/trips.ts'
import {
  calendarDate,
  durationBetween,
  pesos,
  seats as seatsText,
  tripTime,
} from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { KeepClock } from '#web/shared/bookings/seat-keeps/held-seat.tsx'
import { keepPlace } from '#web/shared/bookings/seat-keeps/keep-place.ts'
import { keepReturned, type OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import { useOwnKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { wishesFor } from '#web/shared/demand/list-wishes.ts'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { IdentityDoor } from '#web/shared/verification/identity-door.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type TripBookingProps = { trip: TripView; part: TripPart; seats: number; keep: OwnKeep | null }

/** The seats of this trip that the person keeps. `known`: whether the trip's answer knows them. */
export function useTripKeep(trip: TripView, known: boolean): OwnKeep | null {
  const { status } = useAuth()
  const own = useOwnKeep(known && status === 'signedIn' && trip.viewer === 'visitor').data
  return own && own.tripId === trip.id ? own : null
}

/** Price of the segment and the primary action: beside the trip, or at the bottom on a phone. */
export function TripBooking({ trip, part, seats, keep }: TripBookingProps) {
  const [ended, setEnded] = useState(0)
  return (
    <section
      aria-label="Tu reserva"
      className="contents lg:sticky lg:top-24 lg:grid lg:content-start lg:gap-4"
    >
      <PartCard trip={trip} part={part} />
      {keep && <KeptBar {...{ trip, part, keep }} onEnded={setEnded} />}
      {!keep && ended > 0 && <Banner tone="warn" title={keepReturned(ended)} />}
      {!keep && !trip.bookingRefusal && <OfferBar {...{ trip, part, seats }} />}
      {!keep && trip.bookingRefusal && <RefusalBar {...{ trip, part }} />}
    </section>
  )
}

function PartCard({ trip, part }: Pick<TripBookingProps, 'trip' | 'part'>) {
  return (
    <Card className="hidden lg:grid lg:gap-3">
      <p className="font-semibold">
        {tripTime(part.from.at)} – {tripTime(part.to.at, part.from.at)}
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
  )
}

/** Without a seat the next step is to wait for one. */
function NoSeat({ trip: { status, preferences }, part }: Pick<TripBookingProps, 'trip' | 'part'>) {
  if (part.seatsLeft > 0 || status !== 'published') {
    return <Button disabled>{part.needsApproval ? 'Pedir cupo' : 'Reservar'}</Button>
  }
  const ends = { from: part.from.placeId, to: part.to.placeId }
  const date = calendarDate(part.from.at)
  const days = { since: date, until: date, date, wishes: wishesFor(preferences) }
  return (
    <ButtonLink to={paths.alerts({ ...ends, ...days, maxPrice: part.price, buys: true })}>
      Comprar por mí cuando se libere un cupo
    </ButtonLink>
  )
}

type KeptBarProps = Pick<TripBookingProps, 'trip' | 'part'> & {
  keep: OwnKeep
  onEnded: (seats: number) => void
}

/** The clock of the seats that this person keeps on the trip, and the way back to their booking. */
function KeptBar({ trip, part, keep, onEnded }: KeptBarProps) {
  const nameOf = (id: string) => trip.corridor.find((stop) => stop.id === id)?.name
  const isOther = keep.fromStopId !== part.from.id || keep.toStopId !== part.to.id
  return (
    <BottomBar action={<ButtonLink to={keepPlace(keep)}>Seguir</ButtonLink>}>
      <KeepClock {...{ keep, onEnded }} />
      {isOther && (
        <p className="text-sm text-muted">
          {nameOf(keep.fromStopId)} → {nameOf(keep.toStopId)}
        </p>
      )}
    </BottomBar>
  )
}

function RefusalBar({ trip, part }: Pick<TripBookingProps, 'trip' | 'part'>) {
  const segment = { from: part.from.id, to: part.to.id }
  return (
    <BottomBar
      action={
        trip.viewer === 'passenger' ? (
          <ButtonLink to={paths.myTrips('pasajero')}>Ver mis reservas</ButtonLink>
        ) : trip.bookingDoor ? (
          <IdentityDoor door={trip.bookingDoor} returnTo={paths.trip(trip.id, segment)} />
        ) : (
          <NoSeat {...{ trip, part }} />
        )
      }
    >
      <PesoAmount value={part.price} size="lg" />
      <p className="text-sm font-semibold">{trip.bookingRefusal}</p>
      {trip.viewer === 'visitor' && !trip.bookingDoor && (
        <Link to={paths.search()} className="text-sm">
          Buscar otro viaje
        </Link>
      )}
    </BottomBar>
  )
}

function OfferBar({ trip, part, seats }: Omit<TripBookingProps, 'keep'>) {
  const segment = { from: part.from.id, to: part.to.id, seats }
  return (
    <BottomBar
      action={
        <ButtonLink to={paths.book(trip.id, segment)}>
          <span className="tnum">
            {part.needsApproval ? 'Pedir cupo' : 'Reservar'}
            {seats > 1 && ` · ${pesos(part.price * seats)}`}
          </span>
        </ButtonLink>
      }
    >
      <PesoAmount value={part.price} size="lg" />
      <p className="text-sm text-muted">por cupo{seats > 1 && ` · ${seatsText(seats)}`}</p>
    </BottomBar>
  )
}
