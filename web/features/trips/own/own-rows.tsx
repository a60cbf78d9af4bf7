import {
  CopyPlus,
  Pencil,
  Route,
  ScanLine,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
  Waypoints,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { TripView } from '#contract/trips.ts'
import { duration, km, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { LateMeetingPlaces } from '#web/shared/trips/late-meeting-places.tsx'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { LateShare } from '#web/ui/late-share.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { PauseTrip } from '../pause-trip.tsx'
import { repeatPath } from '../repeat-link.ts'
import { RouteMap, TripPeople, TripRoute, TripTerms } from '../trip-sections.tsx'
import { CancelTrip } from './cancel-trip.tsx'
import { type Main, shareOf } from './own-action.tsx'
import { needsRun } from './own-head.tsx'
import { hasSeat, isOpen } from './trip-money.ts'

/** Cards inside a row, without a second frame. */
const FLAT = 'grid min-w-0 gap-5 *:min-w-0 *:rounded-none *:border-0 *:p-0! *:shadow-none'

type OwnRowsProps = {
  trip: TripView
  part: TripPart
  main: Main | null
  bookings: readonly BookingView[]
  now: Date
  /** The passengers of a trip that is over. */
  people: ReactNode
}

/** Everything about a driver's trip that can wait. */
export function OwnRows({ trip, part, main, bookings, now, people }: OwnRowsProps) {
  const { from, to } = part
  const runs = isOpen(trip) && main !== 'run'
  const isNear = needsRun(trip, now)
  const open = isOpen(trip) ? openPoints(trip, bookings) : 0
  const isMissing = bookings.some(({ status }) => status === 'confirmed')
  return (
    <Rows label="Más de este viaje">
      {people && (
        <Row Icon={UsersRound} text="Tus pasajeros" detail="Reservas y cómo terminó cada una">
          {people}
        </Row>
      )}
      {runs && isNear && <Row Icon={Route} text="Hoja de ruta" to={paths.runSheet(trip.id)} />}
      {trip.can.checkIn && (isMissing || trip.own?.state !== 'finished') && (
        <Row Icon={ScanLine} text="Escanear tiquetes" to={paths.scanner(trip.id)} />
      )}
      <Row
        Icon={Waypoints}
        text="Recorrido y encuentros"
        detail={
          plural(trip.stops.length, 'parada', 'paradas') +
          (open > 0 ? ` · ${plural(open, 'punto', 'puntos')} por acordar` : '')
        }
      >
        <div className={FLAT}>
          <RouteMap corridor={trip.corridor} from={from.id} to={to.id} />
          <p className="text-sm text-muted">
            Todo el recorrido: {km(trip.distanceKm)}, {duration(trip.durationMinutes)}{' '}
            aproximadamente.
          </p>
          <TripRoute trip={trip} part={part} />
          <LateMeetingPlaces from={from.point} to={to.point} />
          {/* On the road, seats of the stops ahead are still sold. */}
          {isOpen(trip) && !trip.can.cancel && <LateShare {...shareOf(trip, part)} />}
        </div>
      </Row>
      <Row Icon={ScrollText} text="Condiciones y carro" detail="Cómo se viaja, pago y cancelación">
        <div className={FLAT}>
          <TripTerms trip={trip} part={part} now={now} />
          <TripPeople trip={trip} />
        </div>
      </Row>
      {trip.can.cancel ? (
        <Row
          Icon={SlidersHorizontal}
          text="Cambiar o cancelar"
          detail="También compartir, pausar la venta y repetir"
        >
          <Manage {...{ trip, part, main }} run={runs && !isNear} />
        </Row>
      ) : (
        main !== 'repeat' && <Row Icon={CopyPlus} text="Repetir viaje" to={repeatPath(trip.id)} />
      )}
    </Rows>
  )
}

/** Stops without a point for everybody, unless all who meet the car there agreed on theirs. */
function openPoints({ stops }: TripView, bookings: readonly BookingView[]): number {
  const ends = bookings.filter(hasSeat).flatMap(({ from, to }) => [from, to])
  return stops.filter(({ id, point }) => {
    const met = ends.filter((end) => end.id === id)
    return point === null && (met.length === 0 || met.some((end) => end.point === null))
  }).length
}

type ManageProps = Pick<OwnRowsProps, 'trip' | 'part' | 'main'> & {
  /** Whether the run sheet, which is for the day, is offered here. */
  run: boolean
}

function Manage({ trip, part, main, run }: ManageProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.editTrip(trip.id)} variant="secondary" Icon={Pencil}>
        Cambiar viaje
      </ButtonLink>
      <PauseTrip trip={trip} />
      <ButtonLink to={repeatPath(trip.id)} variant="secondary" Icon={CopyPlus}>
        Repetir viaje
      </ButtonLink>
      {main !== 'share' && <LateShare {...shareOf(trip, part)} />}
      {run && (
        <ButtonLink to={paths.runSheet(trip.id)} variant="secondary" Icon={Route}>
          Hoja de ruta
        </ButtonLink>
      )}
      <CancelTrip trip={trip} />
    </div>
  )
}
