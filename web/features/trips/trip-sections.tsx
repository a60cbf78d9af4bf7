import {
  Accessibility,
  Baby,
  BadgeCheck,
  CarFront,
  Cigarette,
  CigaretteOff,
  Leaf,
  type LucideIcon,
  Luggage,
  MapPin,
  MessageCircle,
  Music,
  PawPrint,
  UsersRound,
  Venus,
} from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Preferences, TripStop, TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, durationBetween, number, plural, tripTime } from '#web/lib/format.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import {
  cancellationSentence,
  driverCancellationSentence,
} from '#web/shared/bookings/cancellation.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { RatingLine } from '#web/shared/ratings/rating-line.tsx'
import { mapOf } from '#web/shared/trips/directions.ts'
import { type RouteLeg, RouteLine } from '#web/shared/trips/route-line.tsx'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import { SegmentFields } from '#web/shared/trips/segment-fields.tsx'
import { shownStops, type TripPart } from '#web/shared/trips/trip-part.ts'
import {
  driverPaymentWords,
  luggageWords,
  paymentModeWords,
  talkWords,
} from '#web/shared/trips/trip-words.ts'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { MapOnDemand } from '#web/ui/map/map-on-demand.tsx'
import { RouteDrawing } from '#web/ui/map/route-drawing.tsx'
import { otherPlacesText, StopDetail } from './stop-words.tsx'

/** Facts to decide by, visible without scrolling on a phone: time, driver, seats left. */
export function TripGlance({ trip, part }: { trip: TripView; part: TripPart }) {
  const { driver, seats } = trip
  return (
    <Card className="grid gap-3 p-4!">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="tnum text-lg">
          {tripTime(part.from.at)} → {tripTime(part.to.at, part.from.at)}
        </strong>
        <span className="text-sm text-muted">{durationBetween(part.from.at, part.to.at)}</span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PlainLink
          to={paths.person(driver.id)}
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control"
        >
          <Avatar name={driver.name} photoUrl={driver.photoUrl} size="sm" />
          <span className="grid min-w-0">
            <span className="font-semibold wrap-anywhere underline underline-offset-3">
              {driver.name}
            </span>
            {driver.verified && <TrustBadge />}
          </span>
        </PlainLink>
        <SeatMeter free={part.seatsLeft} total={seats} withText />
      </div>
      <GetsOnAt stop={part.from} />
    </Card>
  )
}

/** Where the passenger gets on, with a link to the place on a map. */
function GetsOnAt({ stop }: { stop: TripStop }) {
  const { point, name } = stop
  return (
    <p className="flex gap-1.5 border-t border-line pt-3 text-sm">
      <MapPin className="mt-0.5 size-4 shrink-0 text-bosque" />
      {point?.listed ? (
        <span className="min-w-0 wrap-anywhere">
          Te subes en <strong className="font-semibold">{point.name}</strong>.{' '}
          <a
            href={mapOf(point)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold whitespace-nowrap text-bosque underline underline-offset-3"
          >
            Ver en el mapa
          </a>
        </span>
      ) : (
        <span>Eliges dónde te subes en {name} al reservar.</span>
      )}
    </p>
  )
}

type RouteMapProps = {
  corridor: readonly TripStop[]
  /** Ids of the stops where the person gets on and off. */
  from: string
  to: string
}

/**
 * The route as a drawing, and as a map that loads on demand. Memoized, because placing the labels
 * is slow, and the trip page renders again when the answer for the person comes.
 */
export const RouteMap = memo(function RouteMap({ corridor, from, to }: RouteMapProps) {
  const [opened, setOpened] = useState(false)
  const tiles = useMapTiles(opened)
  const { points, part } = useMemo(() => {
    const named = corridor.map((stop) => ({
      ...stop,
      named: stop.declared || stop.id === from || stop.id === to,
    }))
    const at = (id: string) => corridor.findIndex((stop) => stop.id === id)
    return { points: named, part: { from: at(from), to: at(to) } }
  }, [corridor, from, to])
  return (
    <div className="grid gap-3">
      <RouteDrawing places={points} part={part} />
      <MapOnDemand
        label="Mapa del recorrido"
        points={points}
        part={part}
        tiles={tiles}
        onOpen={() => setOpened(true)}
      />
    </div>
  )
})

/** Choice of the stops where the passenger gets on and off; it is kept in the address. */
export function SegmentPicker({ trip, part }: { trip: TripView; part: TripPart }) {
  const [, setParams] = useSearchParams()
  const choose = (from: string, to: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('from', from)
        after.set('to', to)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Card>
      <h2 className="mb-1 text-xl">Tu tramo</h2>
      <p className="mb-4 text-muted">El precio es solo de la parte que viajas.</p>
      <SegmentFields trip={trip} from={part.from.id} to={part.to.id} onChoose={choose} />
      {part.needsApproval && (
        <p className="mt-3 text-sm text-muted">
          Este tramo es por solicitud: antes de pedirlo te decimos hasta qué hora responde el
          conductor. Si no acepta, no te cuesta nada.
        </p>
      )}
    </Card>
  )
}

/** Stops with their times; price and free seats of each declared leg, where there are several. */
export function TripRoute({ trip, part }: { trip: TripView; part: TripPart }) {
  const stops = shownStops(trip, part)
  const legs = stops.slice(0, -1).map((stop, row): RouteLeg => {
    const leg = trip.legs.find(
      ({ fromStopId, toStopId }) => fromStopId === stop.id && toStopId === stops[row + 1]?.id,
    )
    return leg ? { price: leg.price, seatsLeft: leg.seatsLeft } : {}
  })
  const others = trip.corridor.filter((stop) => !stops.includes(stop))
  return (
    <CardSection title="Recorrido">
      <RouteLine
        stops={stops.map((stop) => {
          const before = trip.corridor.slice(0, trip.corridor.indexOf(stop))
          const extra = before.filter((each) => each.extra).length
          return { ...stop, detail: <StopDetail stop={stop} extra={extra} /> }
        })}
        legs={legs.length > 1 ? legs : []}
        seatsTotal={trip.seats}
        part={{ from: stops.indexOf(part.from), to: stops.indexOf(part.to) }}
      />
      {others.length > 0 && (
        <details className="mt-4 border-t border-line pt-2">
          <summary className="flex min-h-11 items-center font-semibold text-bosque">
            También pasa por {others.length} {others.length === 1 ? 'lugar' : 'lugares'} más
          </summary>
          <ul className="grid gap-1.5 pb-2">
            {others.map((stop) => (
              <li key={stop.id} className="flex flex-wrap justify-end gap-x-3 text-sm">
                <span className="min-w-min flex-1 basis-0">
                  {stop.name},{' '}
                  <span className="text-muted">{stop.point?.name ?? stop.department}</span>
                </span>
                <span className="tnum text-muted">{tripTime(stop.at, stops[0]?.at)}</span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">{otherPlacesText(trip)}</p>
        </details>
      )}
    </CardSection>
  )
}

/** The driver and the car. Only people who travel in the car see its plate. */
export function TripPeople({ trip }: { trip: TripView }) {
  const { driver, vehicle } = trip
  return (
    <CardSection title="Conductor y vehículo">
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="flex items-center gap-3">
          <Avatar name={driver.name} photoUrl={driver.photoUrl} size="lg" />
          <div className="min-w-0">
            <p className="font-bold break-words">{driver.name}</p>
            {driver.verified && <TrustBadge text="Identidad verificada" />}
            <p>
              <RatingLine rating={driver.rating} />
            </p>
            <p className="text-sm text-muted">
              {driver.tripsCompleted === 0
                ? 'Primeros viajes en Cupo'
                : plural(driver.tripsCompleted, 'viaje completado', 'viajes completados')}
            </p>
            <p className="text-sm text-muted">En Cupo desde el {dateShort(driver.memberSince)}</p>
            <Link to={paths.person(driver.id)} tall>
              Ver su perfil
            </Link>
          </div>
        </div>
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-16 shrink-0 place-items-center rounded-full bg-rio-soft text-rio"
          >
            <CarFront className="size-8" />
          </span>
          <div className="min-w-0">
            <p className="font-bold break-words">
              {vehicle.brand} {vehicle.model} {vehicle.year}
            </p>
            <p className="text-sm text-muted">
              Color <span className="lowercase">{vehicle.color}</span>
            </p>
            <p className="text-sm text-muted">
              {vehicle.plate ? `Placa ${vehicle.plate}` : 'Verás la placa al tener tu cupo'}
            </p>
          </div>
        </div>
      </div>
      {trip.viewer !== 'driver' && trip.status !== 'cancelled' && (
        <div className="mt-4">
          <WriteButton tripId={trip.id} text="Preguntar al conductor" />
        </div>
      )}
    </CardSection>
  )
}

function lines(preferences: Preferences): readonly [LucideIcon, string | false][] {
  const { womenOnly, verifiedOnly, luggage, pets, smoking, music, talk, maxTwoInBack } = preferences
  const { wheelchair, childSeat } = preferences
  return [
    [Venus, womenOnly && 'Solo mujeres verificadas; cada una reserva su cupo'],
    [BadgeCheck, verifiedOnly && 'Solo personas verificadas; cada una reserva su cupo'],
    [Luggage, luggageWords[luggage]],
    [Accessibility, wheelchair && 'Cabe una silla de ruedas plegada'],
    [Baby, childSeat && 'Tiene silla para niños'],
    [PawPrint, pets ? 'Acepta mascotas' : 'Sin mascotas'],
    smoking ? [Cigarette, 'Se puede fumar'] : [CigaretteOff, 'Sin humo'],
    [Music, music ? 'Con música' : 'Sin música'],
    [MessageCircle, talkWords[talk]],
    [UsersRound, maxTwoInBack && 'Máximo dos personas atrás'],
  ]
}

/** Terms of the trip: preferences, payment modes, and the cancellation rule. */
export function TripTerms({ trip, part, now }: { trip: TripView; part: TripPart; now: Date }) {
  const mine = trip.viewer === 'driver'
  return (
    <>
      <CardSection title="Cómo se viaja">
        <ul className="grid gap-3 sm:grid-cols-2">
          {lines(trip.preferences).map(
            ([Icon, text]) =>
              text && (
                <li key={text} className="flex items-center gap-3">
                  <span aria-hidden="true" className="text-bosque">
                    <Icon className="size-5" />
                  </span>
                  {text}
                </li>
              ),
          )}
        </ul>
        {trip.notes && (
          <blockquote className="mt-4 border-l-4 border-maiz pl-4 break-words whitespace-pre-line">
            {trip.notes}
          </blockquote>
        )}
      </CardSection>
      <CardSection title="Pago y cancelación">
        <dl className="grid gap-3">
          {trip.paymentModes.map((mode) => (
            <div key={mode}>
              <dt className="font-semibold">{paymentModeWords[mode].title}</dt>
              <dd className="text-muted">
                {mine ? driverPaymentWords[mode] : paymentModeWords[mode].detail}
              </dd>
              <dd className="text-muted">
                {mine
                  ? driverCancellationSentence(mode)
                  : cancellationSentence(mode, part.from.at, now)}
              </dd>
            </div>
          ))}
        </dl>
        {takesWallet(trip) && (
          <p className="mt-3 text-muted">
            {mine
              ? 'Si cancelas el viaje, quien pagó con su billetera recupera todo.'
              : 'Si el conductor cancela, recuperas todo lo que pagaste con tu billetera.'}
          </p>
        )}
      </CardSection>
    </>
  )
}

const takesWallet = (trip: TripView) => trip.paymentModes.includes('billetera')
/** Banner for the status of the trip; none while the trip is upcoming. */
export function TripStatusBanner({ trip }: { trip: TripView }) {
  if (trip.status === 'cancelled') {
    return (
      <Banner
        tone="err"
        live="off"
        title="Este viaje fue cancelado"
        action={<Link to={paths.search()}>Buscar otro viaje</Link>}
      >
        {takesWallet(trip) ? 'Quien pagó con su billetera recuperó todo.' : 'Nadie paga nada.'}
      </Banner>
    )
  }
  if (trip.status === 'in_progress') {
    return (
      <Banner tone="info" title="El viaje ya salió">
        Aún se puede tomar en las paradas que faltan, si hay cupo.
      </Banner>
    )
  }
  if (trip.status === 'completed') return <Banner tone="ok" title="Este viaje ya terminó" />
  return null
}

/** Emissions that a trip avoids by its booked seats; renders nothing while no seat is booked. */
export function TripImpact({ tripId }: { tripId: string }) {
  const { data } = useRead(['trip', tripId, 'impact'], (signal) =>
    api.impact.ofTrip({ params: { tripId }, signal }),
  )
  if (!data || data.avoided.seats === 0) return null
  return (
    <p className="flex items-start gap-2 text-sm">
      <Leaf className="mt-0.5 size-5 shrink-0 text-ok" />
      <span>
        Con los cupos tomados, este viaje evita unos {number(data.avoided.co2Kg)} kg de CO₂.{' '}
        <Link to="/impacto">Cómo lo calculamos</Link>
      </span>
    </p>
  )
}
