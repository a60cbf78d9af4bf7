import {
  CalendarDays,
  CarFront,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock3,
  MapPin,
  Navigation,
  Undo2,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { RunSheet } from '#contract/journeys.ts'
import type { DriverMoment } from '#contract/moments.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import {
  before,
  calendarDate,
  date,
  dateTime,
  dayAndTime,
  duration,
  durationBetween,
  night,
  pesos,
  plural,
  relativeDay,
  seats as seatsText,
  sentence,
  time,
  wordList,
} from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { nextStop } from '#web/shared/journeys/next-stop.ts'
import { directionsTo } from '#web/shared/trips/directions.ts'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { MomentRoad } from '#web/ui/moment-road.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { freeSeats, isOpen, type TripMoney } from './trip-money.ts'

export type HeadProps = {
  trip: TripView
  route: string
  /** Requests that wait for an answer, the most urgent first. */
  requests: readonly BookingView[]
  money: TripMoney
  /** Null while it is not read: far from the day. */
  run: RunSheet | null
  now: Date
}

type Head = Omit<ComponentProps<typeof MomentHead>, 'children'> & { body?: ReactNode }

/** What the driver must know first at a moment of the trip. */
export function OwnHead({ moment, ...facts }: HeadProps & { moment: DriverMoment }) {
  const { body, ...head } = heads[moment](facts)
  return <MomentHead {...head}>{body}</MomentHead>
}

const heads: Record<DriverMoment, (facts: HeadProps) => Head> = {
  draft: ({ route, trip }) => ({
    tone: 'plain',
    ...{ Icon: CalendarDays, state: 'Borrador' },
    ...{ before: dateTime(trip.departsAt), title: route },
  }),
  asked: ({ route, trip, requests: [first, ...others] }) => ({
    tone: 'warn',
    ...{ Icon: Clock3, before: `${route} · ${dateTime(trip.departsAt)}` },
    state: first?.expiresAt ? `responde ${before(first.expiresAt)}` : 'responde',
    title:
      first && others.length === 0
        ? `${first.passenger.name} te pide ${seatsText(first.seats)}`
        : `${others.length + 1} solicitudes por responder`,
  }),
  paused: ({ route, trip }) => ({
    tone: 'warn',
    ...{ Icon: CirclePause, state: dateTime(trip.departsAt), before: route },
    ...(trip.paused === 'driver' ? pausedByDriver : pausedByCupo),
  }),
  confirmed: ({ route, trip, money, now }) => ({
    tone: 'plain',
    ...{ Icon: CalendarDays, state: dateTime(trip.departsAt), before: route },
    aside: leftUntil(trip.departsAt, now),
    title:
      money.seats > trip.seats
        ? `${money.seats} cupos vendidos`
        : `${money.seats} de ${plural(trip.seats, 'cupo vendido', 'cupos vendidos')}`,
    body: <SoFar trip={trip} money={money} />,
  }),
  evening: soon,
  two_hours: soon,
  late: ({ route, trip, run, now }) => ({
    tone: 'warn',
    ...{ Icon: Clock3, before: route, title: time(trip.departsAt), hour: true },
    state: `Tarde para salir: ${durationBetween(trip.departsAt, now)}`,
    body: (
      <>
        <p className="mt-2">Sal con la hoja de ruta: así tus pasajeros saben a qué hora llegas.</p>
        <FirstMeeting trip={trip} run={run} />
      </>
    ),
  }),
  riding: ({ route, trip, run }) => {
    const next = run && nextStop(run)
    return {
      tone: 'band',
      ...{ Icon: CarFront, state: 'En camino', hour: true },
      aside: run?.isLate ? `${duration(run.delayMinutes)} tarde` : route,
      before: next ? `Sigue ${next.name}` : 'Llegaste a la última parada',
      title: time(next?.expectedAt ?? trip.arrivesAt),
      body: run && <Road run={run} />,
    }
  },
  no_news: ({ route, trip }) => ({
    tone: 'warn',
    ...{ Icon: Clock3, state: 'Sin noticias de tu viaje', before: route },
    title: '¿Ya llegaste?',
    body: (
      <p className="mt-2">
        Llegabas {sentence(dayAndTime(trip.arrivesAt))} Marca el fin en la hoja de ruta: tus
        pasajeros y Cupo dejan de esperarte.
      </p>
    ),
  }),
  arrived: finished,
  to_rate: finished,
  done: finished,
  cancelled: ({ route, trip }) => ({
    tone: 'err',
    ...{ Icon: CircleX, state: 'Cancelado' },
    ...{ before: `${route} · ${dateTime(trip.departsAt)}`, title: 'Este viaje fue cancelado' },
    body: (
      <p className="mt-2">
        {trip.paymentModes.includes('billetera')
          ? 'Quien pagó con su billetera recuperó todo.'
          : 'Nadie paga nada.'}
      </p>
    ),
  }),
}

const pausedByDriver = {
  title: 'En pausa: no recibe reservas nuevas',
  body: (
    <p className="mt-2">
      El viaje no sale en las búsquedas. Quien ya reservó conserva su cupo, y aún puedes responder
      las solicitudes que tenías.
    </p>
  ),
}

const pausedByCupo = {
  title: 'En pausa: no se vende',
  body: (
    <p className="mt-2">
      Falta renovar un documento o terminar una revisión. El aviso que te enviamos dice qué hacer.
    </p>
  ),
}

/** `Faltan 23 días`, or hours on the last day; from the hour itself that it has come. */
function leftUntil(at: string, now: Date): string {
  if (now >= new Date(at)) return 'Es hora de salir'
  const days = Math.round(
    (Date.parse(calendarDate(at)) - Date.parse(calendarDate(now))) / 86_400_000,
  )
  if (days > 1) return `Faltan ${days} días`
  return `Faltan ${duration((Date.parse(at) - now.getTime()) / 60_000)}`
}

/** While the car fills: the money so far against the money when full. */
function SoFar({ trip, money }: Pick<HeadProps, 'trip' | 'money'>) {
  const { total, inQuestion, isDirect } = money
  const free = freeSeats(trip)
  const full = total + free * (trip.own?.seatEarns ?? 0)
  return (
    <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span>
        {total > 0 && <>Llevas {strong(total)}</>}
        {total > 0 && free > 0 && ' · '}
        {free > 0 && (
          <>
            {total > 0 ? 'lleno' : 'Lleno'} {isDirect ? 'te quedan' : 'recibes'}{' '}
          </>
        )}
        {free > 0 && strong(full)}
        {inQuestion > 0 && ` · ${pesos(inQuestion)} por resolver`}
      </span>
      <SeatMeter free={free} total={trip.seats} />
    </p>
  )
}

const strong = (value: number) => <strong className="tnum">{pesos(value)}</strong>

function soon({ route, trip, run, now }: HeadProps): Head {
  return {
    tone: 'band',
    ...{ Icon: CarFront, state: `${relativeDay(trip.departsAt, now)}${night(trip.departsAt)}` },
    ...{ before: route, title: time(trip.departsAt), hour: true },
    aside: leftUntil(trip.departsAt, now),
    body: <FirstMeeting trip={trip} run={run} />,
  }
}

/** The first place where somebody gets on, with the way there. */
function FirstMeeting({ trip, run }: Pick<HeadProps, 'trip' | 'run'>) {
  const stop = run?.stops.find(({ getsOn }) => getsOn.length > 0)
  const point =
    stop?.point ?? stop?.meetings.find((met) => met.point)?.point ?? trip.stops[0]?.point
  const people = stop?.getsOn.length ?? 0
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <MapPin className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">
          {point?.name ?? 'Punto de encuentro por acordar'}
        </span>
        <span className="block text-sm">
          Primer encuentro
          {people > 0 && ` · ${plural(people, 'persona', 'personas')}`}
        </span>
      </p>
      {point && (
        <a
          href={directionsTo(point)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Cómo llegar a ${point.name}`}
          className={buttonClass('secondary', 'sm')}
        >
          <Navigation className="size-5" />
          Ir
        </a>
      )}
    </div>
  )
}

/** The first, next and last stop, with the car where it is. */
function Road({ run }: { run: RunSheet }) {
  const { stops } = run
  const next = nextStop(run)
  const shown = stops.filter((stop) => [stops[0], next, stops.at(-1)].includes(stop))
  return (
    <div className="mt-3">
      <MomentRoad
        stops={shown.map((stop) => ({
          name: stop.name,
          hour: time(stop.arrivedAt ?? stop.expectedAt),
          mine: stop === next,
        }))}
        done={stops.filter(({ passed }) => passed).length / stops.length}
        car
        onBand
      />
    </div>
  )
}

function finished({ route, trip, money, run, now }: HeadProps): Head {
  const { seats, total, inQuestion, doubted, isDirect } = money
  const hasMoney = seats > 0 || total > 0 || inQuestion > 0
  const endedAt = trip.own?.finishedAt ?? trip.arrivesAt
  const isToday = calendarDate(endedAt) === calendarDate(now)
  const arrived = `Llegaste a ${trip.stops.at(-1)?.name}.`
  return {
    tone: 'plain',
    ...{ Icon: CircleCheck, hour: hasMoney },
    state: `Terminado · ${isToday ? time(endedAt) : date(endedAt)}`,
    before: hasMoney ? `${arrived} ${isDirect ? 'Te quedan' : 'Recibes'}` : route,
    title: hasMoney ? pesos(total) : 'Viajaste sin pasajeros',
    body: (
      <>
        {hasMoney && (
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-muted">
            {seatsText(seats)}, sin la comisión
            <Link to={withdrawalPaths.earnings}>Ver cuentas</Link>
          </p>
        )}
        {inQuestion > 0 && (
          <Banner tone="warn" live="off" className="mt-3">
            <strong className="tnum">+ {pesos(inQuestion)} por resolver:</strong>{' '}
            {wordList(doubted)}
          </Banner>
        )}
        {run?.can.undoFinishUntil && (
          <UndoFinish tripId={trip.id} left={durationBetween(now, run.can.undoFinishUntil)} />
        )}
      </>
    ),
  }
}

/** Takes back the end of the trip, while the server allows it. */
function UndoFinish({ tripId, left }: { tripId: string; left: string }) {
  const undo = useAct(() => api.journeys.undoFinish({ params: { tripId }, body: {} }), {
    refresh: [['trip', tripId], queryKeys.passengers(tripId), queryKeys.publishedTrips()],
  })
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button variant="ghost" size="sm" className="-ml-4" run={undo} Icon={Undo2}>
        Deshacer el fin del viaje · {left}
      </Button>
      <ErrorBanner error={undo.error} />
    </div>
  )
}

/** Whether the sheet of the day says more than the trip: near its day, or while its end counts. */
export function needsRun(trip: TripView, now: Date): boolean {
  const { own, departsAt } = trip
  if (!own) return false
  if (own.state === 'to_leave') return Date.parse(departsAt) - now.getTime() < 36 * 3_600_000
  if (own.state !== 'finished') return isOpen(trip)
  return own.finishedAt !== null && now.getTime() - Date.parse(own.finishedAt) < 24 * 3_600_000
}
