import { useMutation } from '@tanstack/react-query'
import {
  CalendarDays,
  CarFront,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock3,
  type LucideIcon,
  MapPin,
  Navigation,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
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
  pesos,
  plural,
  relativeDay,
  seats as seatsText,
  sentence,
  time,
  wordList,
} from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { directionsTo } from '#web/shared/trips/directions.ts'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { MomentRoad } from '#web/ui/moment-road.tsx'
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

/** What the driver must know first at each moment of the trip. */
export const heads: Record<DriverMoment, (props: HeadProps) => ReactNode> = {
  draft: ({ route, trip }) => (
    <Plain Icon={CalendarDays} state="Borrador" before={dateTime(trip.departsAt)} title={route} />
  ),
  asked: Asked,
  paused: Paused,
  confirmed: Selling,
  evening: Soon,
  two_hours: Soon,
  late: Late,
  riding: Riding,
  no_news: ({ route, trip }) => (
    <MomentHead
      tone="warn"
      Icon={Clock3}
      state="Sin noticias de tu viaje"
      before={route}
      title="¿Ya llegaste?"
    >
      <p className="mt-2">
        Llegabas {sentence(dayAndTime(trip.arrivesAt))} Marca el fin en la hoja de ruta: tus
        pasajeros y Cupo dejan de esperarte.
      </p>
    </MomentHead>
  ),
  arrived: Finished,
  to_rate: Finished,
  done: Finished,
  cancelled: ({ route, trip }) => (
    <MomentHead
      tone="err"
      Icon={CircleX}
      state="Cancelado"
      before={`${route} · ${dateTime(trip.departsAt)}`}
      title="Este viaje fue cancelado"
    >
      <p className="mt-2">
        {trip.paymentModes.includes('billetera')
          ? 'Quien pagó con su billetera recuperó todo.'
          : 'Nadie paga nada.'}
      </p>
    </MomentHead>
  ),
}

type PlainProps = { Icon: LucideIcon; state: string; before: ReactNode; title: ReactNode }

const Plain = (props: PlainProps) => <MomentHead tone="plain" {...props} />

/** `Faltan 23 días`, or hours on the last day. */
function leftUntil(at: string, now: Date): string {
  const days = Math.round(
    (Date.parse(calendarDate(at)) - Date.parse(calendarDate(now))) / 86_400_000,
  )
  if (days > 1) return `Faltan ${days} días`
  return `Faltan ${duration((Date.parse(at) - now.getTime()) / 60_000)}`
}

function Asked({ route, trip, requests }: HeadProps) {
  const [first] = requests
  const title =
    requests.length === 1 && first
      ? `${first.passenger.name} te pide ${seatsText(first.seats)}`
      : plural(requests.length, 'solicitud por responder', 'solicitudes por responder')
  return (
    <MomentHead
      tone="warn"
      Icon={Clock3}
      state={first?.expiresAt ? `responde ${before(first.expiresAt)}` : 'responde'}
      before={`${route} · ${dateTime(trip.departsAt)}`}
      title={title}
    />
  )
}

function Paused({ route, trip }: HeadProps) {
  return (
    <MomentHead
      tone="warn"
      Icon={CirclePause}
      state={dateTime(trip.departsAt)}
      before={route}
      title={
        trip.paused === 'driver' ? 'En pausa: no recibe reservas nuevas' : 'En pausa: no se vende'
      }
    >
      <p className="mt-2">
        {trip.paused === 'driver'
          ? 'El viaje no sale en las búsquedas. Quien ya reservó conserva su cupo, y aún puedes ' +
            'responder las solicitudes que tenías.'
          : 'Falta renovar un documento o terminar una revisión. El aviso que te enviamos dice ' +
            'qué hacer.'}
      </p>
    </MomentHead>
  )
}

/** While the car fills: what is sold, and the money so far against the money when full. */
function Selling({ route, trip, money, now }: HeadProps) {
  const { seats, total, isDirect } = money
  const free = freeSeats(trip)
  const full = total + free * (trip.own?.seatEarns ?? 0)
  const sold = plural(trip.seats, 'cupo vendido', 'cupos vendidos')
  return (
    <MomentHead
      tone="plain"
      Icon={CalendarDays}
      state={dateTime(trip.departsAt)}
      aside={leftUntil(trip.departsAt, now)}
      before={route}
      title={seats > trip.seats ? `${seats} cupos vendidos` : `${seats} de ${sold}`}
    >
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {total > 0 && <>Llevas {strong(total)}</>}
          {total > 0 && free > 0 && ' · '}
          {free > 0 && (
            <>
              lleno {isDirect ? 'te quedan' : 'recibes'} {strong(full)}
            </>
          )}
          {money.inQuestion > 0 && <> · {pesos(money.inQuestion)} por resolver</>}
        </span>
        <SeatMeter free={free} total={trip.seats} />
      </p>
    </MomentHead>
  )
}

const strong = (value: number) => <strong className="tnum">{pesos(value)}</strong>

function Soon({ route, trip, run, now }: HeadProps) {
  return (
    <MomentHead
      tone="band"
      Icon={CarFront}
      state={relativeDay(trip.departsAt, now)}
      aside={leftUntil(trip.departsAt, now)}
      before={route}
      title={time(trip.departsAt)}
      hour
    >
      <FirstMeeting trip={trip} run={run} />
    </MomentHead>
  )
}

function Late({ route, trip, run, now }: HeadProps) {
  const late = duration((now.getTime() - Date.parse(trip.departsAt)) / 60_000)
  return (
    <MomentHead
      tone="warn"
      Icon={Clock3}
      state={`Tarde para salir: ${late}`}
      before={route}
      title={time(trip.departsAt)}
      hour
    >
      <p className="mt-2">Sal con la hoja de ruta: así tus pasajeros saben a qué hora llegas.</p>
      <FirstMeeting trip={trip} run={run} />
    </MomentHead>
  )
}

/** The first place where somebody gets on, with the way there. */
function FirstMeeting({ trip, run }: Pick<HeadProps, 'trip' | 'run'>) {
  const stop = run?.stops.find(({ getsOn }) => getsOn.length > 0)
  const point =
    stop?.point ?? stop?.meetings.find((met) => met.point)?.point ?? trip.stops[0]?.point
  const people = stop?.getsOn.length ?? 0
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <MapPin aria-hidden="true" className="size-5 shrink-0" />
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
          <Navigation aria-hidden="true" className="size-5" />
          Ir
        </a>
      )}
    </div>
  )
}

function Riding({ route, trip, run }: HeadProps) {
  const stops = run?.stops ?? []
  const next = stops.find(({ passed }) => !passed)
  const ends = [stops[0], next, stops.at(-1)].filter((stop) => stop !== undefined)
  const shown = ends.filter((stop, row) => ends.indexOf(stop) === row)
  const at = stops.length > 1 ? stops.filter(({ passed }) => passed).length / stops.length : 0
  return (
    <MomentHead
      tone="band"
      Icon={CarFront}
      state="En camino"
      aside={run?.isLate ? `${run.delayMinutes} min tarde` : route}
      before={next ? `Sigue ${next.name}` : 'Llegaste a la última parada'}
      title={time(next?.expectedAt ?? trip.arrivesAt)}
      hour
    >
      {shown.length > 1 && (
        <div className="mt-3">
          <MomentRoad
            stops={shown.map((stop) => ({
              name: stop.name,
              hour: time(stop.arrivedAt ?? stop.expectedAt),
              mine: stop === next,
            }))}
            done={next === stops.at(-1) ? Math.max(at, 0.5) : at}
            car
            onBand
          />
        </div>
      )}
    </MomentHead>
  )
}

function Finished({ route, trip, money, run, now }: HeadProps) {
  const undo = useUndoFinish(trip.id)
  const until = run?.can.undoFinishUntil ?? null
  const { seats, total, inQuestion, doubted, isDirect } = money
  const hasMoney = seats > 0 || total > 0 || inQuestion > 0
  const left = until ? Math.ceil((Date.parse(until) - now.getTime()) / 60_000) : 0
  const arrived = `Llegaste a ${trip.stops.at(-1)?.name}.`
  const endedAt = trip.own?.finishedAt ?? trip.arrivesAt
  const isToday = calendarDate(endedAt) === calendarDate(now)
  return (
    <>
      <MomentHead
        tone="plain"
        Icon={CircleCheck}
        state={`Terminado · ${isToday ? time(endedAt) : date(endedAt)}`}
        aside={
          left > 0 && (
            <Button
              variant="ghost"
              size="sm"
              pending={undo.isPending}
              icon={<Undo2 aria-hidden="true" className="size-5" />}
              onClick={() => undo.mutate()}
            >
              <span>
                Deshacer<span className="sr-only"> el fin del viaje</span> · {duration(left)}
              </span>
            </Button>
          )
        }
        before={hasMoney ? `${arrived} ${isDirect ? 'Te quedan' : 'Recibes'}` : route}
        title={hasMoney ? pesos(total) : 'Viajaste sin pasajeros'}
        hour={hasMoney}
      >
        {hasMoney && (
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-muted">
            {seatsText(seats)}, sin la comisión
            <Link to={withdrawalPaths.earnings}>Ver cuentas</Link>
          </p>
        )}
      </MomentHead>
      <ErrorBanner error={undo.error} />
      {inQuestion > 0 && (
        <Banner tone="warn" live="off">
          <strong className="tnum">+ {pesos(inQuestion)} por resolver:</strong> {wordList(doubted)}
        </Banner>
      )}
    </>
  )
}

/** Takes back the end of the trip, while the server allows it. */
function useUndoFinish(tripId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => api.journeys.undoFinish({ params: { tripId }, body: {} }),
    onSettled: () =>
      refetch(['trip', tripId], queryKeys.passengers(tripId), queryKeys.publishedTrips()),
  })
}

/** Whether the sheet of the day says more than the trip: near its day, or while its end counts. */
export function needsRun(trip: TripView, now: Date): boolean {
  const { own, departsAt } = trip
  if (!own) return false
  if (own.state === 'to_leave') return Date.parse(departsAt) - now.getTime() < 36 * 3_600_000
  if (own.state !== 'finished') return isOpen(trip)
  return own.finishedAt !== null && now.getTime() - Date.parse(own.finishedAt) < 24 * 3_600_000
}
