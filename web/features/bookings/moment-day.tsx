import { Car, Clock3, MapPin, Navigation, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import {
  before,
  dateTime,
  dayAndTime,
  duration,
  durationBetween,
  perSeats,
  pesos,
  relativeDay,
  theTime,
  time,
  tripTime,
} from '#web/lib/format.ts'
import { endOf } from '#web/shared/bookings/booking-end.ts'
import { isUnheard, UNHEARD } from '#web/shared/journeys/road-facts.ts'
import { directionsTo } from '#web/shared/trips/directions.ts'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { MomentRoad, type RoadStop } from '#web/ui/moment-road.tsx'
import { carOf, DriverLine } from './driver-line.tsx'
import type { BookingMoment } from './use-booking-moment.ts'

type Props = { booking: BookingView } & BookingMoment

/** First word of a name, for sentences on a narrow screen. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name

/** Head of a booking from the request until the arrival. */
export function DayHead(props: Props) {
  const { booking, moment } = props
  const { from, driver, seats } = booking
  switch (moment) {
    case 'asked':
      return <Asked booking={booking} />
    case 'paused':
      return <Paused booking={booking} />
    case 'no_place':
      return (
        <MomentHead
          tone="warn"
          Icon={TriangleAlert}
          state="Falta el punto"
          aside={wayOf(booking)}
          title="¿Dónde te subes?"
        >
          <p className="tnum mt-1 font-semibold first-letter:uppercase">{dateTime(from.at)}</p>
          <p>
            {seats === 1 ? 'Tu cupo está confirmado' : `Tus ${seats} cupos están confirmados`}.
            Acuerda con {firstName(driver.name)} dónde te subes en {from.name}.
          </p>
        </MomentHead>
      )
    case 'late':
      return <Late {...props} />
    case 'at_door':
      return <AtDoor booking={booking} />
    case 'riding':
      return <Riding {...props} />
    default:
      return <Ahead {...props} />
  }
}

/** `a las` or `a la`, before an hour in large type. */
const atThe = (at: string) => `a ${theTime(at).split(' ')[0]}`

/** `después de las`, before an hour in large type. */
const afterThe = (at: string) => `después de ${theTime(at).split(' ')[0]}`

export const wayOf = (booking: BookingView) => `${booking.from.name} → ${endOf(booking)}`

/** Waiting for the driver's answer: until when, and what happens with the money. */
function Asked({ booking }: { booking: BookingView }) {
  const { driver, expiresAt, paymentMode, price, from, tripPause } = booking
  const first = firstName(driver.name)
  return (
    <MomentHead
      tone="warn"
      Icon={Clock3}
      state="Esperando respuesta"
      aside={wayOf(booking)}
      title={expiresAt ? `${first} responde ${before(expiresAt)}` : `${first} responde`}
    >
      <p className="mt-1">
        {paymentMode === 'billetera'
          ? `Apartamos ${pesos(price)}: si no acepta, tu dinero vuelve completo a la billetera.`
          : 'Si no acepta, no pagas nada.'}
      </p>
      {tripPause && (
        <p className="mt-2">
          El viaje está en pausa mientras lo revisamos. Si {dayAndTime(tripPause.until)} sigue así,
          lo cancelamos. También puedes cancelar ya sin costo.
        </p>
      )}
      <p className="tnum mt-2 font-semibold first-letter:uppercase">{dateTime(from.at)}</p>
    </MomentHead>
  )
}

function Paused({ booking: { tripPause, can, paymentMode, seats } }: { booking: BookingView }) {
  const pays = paymentMode === 'billetera'
  return (
    <MomentHead tone="warn" Icon={TriangleAlert} state="En pausa" title="Tu viaje está en pausa">
      {tripPause && (
        <p className="mt-1">
          Conservas {perSeats(seats, 'tu cupo', 'tus cupos')} mientras revisamos el viaje. Si{' '}
          {dayAndTime(tripPause.until)} sigue en pausa, lo cancelamos
          {pays ? ' y te devolvemos todo.' : '. Era pago directo: no pagas nada.'}
        </p>
      )}
      {can.cancel && pays && (
        <p className="mt-2">También puedes cancelar ya y recibir todo de vuelta.</p>
      )}
    </MomentHead>
  )
}

/** The place to get on, on the band; amber words while both must still agree on it. */
function Place({ booking: { from }, children }: { booking: BookingView; children?: ReactNode }) {
  const { point } = from
  return (
    <p className="mt-1 flex gap-1.5 font-semibold">
      <MapPin className="mt-0.5 size-5 shrink-0 text-maiz" />
      <span className="min-w-0">
        <span className="sr-only">Punto de encuentro: </span>
        {point ? point.name : 'Punto de encuentro por acordar'}
        <span className="block font-normal">{point ? point.address : from.name}</span>
        {children}
      </span>
    </p>
  )
}

/** The hour and the place: from the confirmation until the car is late or there. */
function Ahead({ booking, moment, journey, now }: Props) {
  const { from, to } = booking
  const pickUp = journey?.stops.find((stop) => stop.id === from.id)
  const at = pickUp?.expectedAt ?? from.at
  const isSoon = moment === 'two_hours'
  // Before the start nobody knows whether the car will be in time.
  const isMoving = isSoon && journey?.state === 'on_the_way'
  return (
    <MomentHead
      tone="band"
      Icon={Clock3}
      state={isMoving ? `${relativeDay(at, now)}, a tiempo` : relativeDay(at, now)}
      aside={isMoving ? <Age journey={journey} now={now} /> : wayOf(booking)}
      title={time(at)}
      hour
    >
      <Place booking={booking} />
      {isSoon && (
        <div
          className="mt-2 flex flex-wrap items-center gap-3 border-t border-on-band/25 pt-2
            font-semibold"
        >
          <CarOnBand booking={booking}>{booking.driver.name}</CarOnBand>
        </div>
      )}
      {journey?.state === 'on_the_way' ? (
        <p role="status" className="mt-2">
          {whereIs(journey)}
        </p>
      ) : (
        <div className="mt-2">
          <MomentRoad
            onBand
            done={0}
            stops={[
              { name: from.name, hour: 'te subes', mine: true },
              { name: to.name, hour: tripTime(to.at, from.at), mine: true },
            ]}
          />
        </div>
      )}
    </MomentHead>
  )
}

/** Minutes after which an answer about the road counts as silence. */
const SILENT_MINUTES = 3

/** Age of what is known about the car; a silent stream says since when. */
function Age({ journey: { asOf }, now }: { journey: JourneyView; now: Date }) {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(asOf)) / 60_000))
  if (minutes >= SILENT_MINUTES) return <>sin noticias desde {theTime(asOf)}</>
  return <>{minutes === 0 ? 'ahora' : `hace ${minutes} min`}</>
}

/** Where the car is, in one sentence without a time that repeats the head's. */
function whereIs({ state, lastArrival, driver, startedAt }: JourneyView): string {
  if (state === 'not_started') return `${driver.name} aún no ha salido.`
  if (lastArrival) return `Pasó por ${lastArrival.name} a ${theTime(lastArrival.at)}`
  return `${driver.name} ya salió${startedAt ? `, a ${theTime(startedAt)}` : '.'}`
}

function Late({ booking, journey, now }: Props) {
  if (!journey) return null
  const { from, driver } = booking
  const pickUp = journey.stops.find((stop) => stop.id === from.id)
  const expectedAt = pickUp?.expectedAt ?? from.at
  // Before the start, and of an overdue car, the hour is the earliest possible one, and moves on.
  const isEarliest = journey.state === 'not_started' || expectedAt <= journey.asOf
  const isLost = isUnheard(booking, now)
  return (
    <>
      <MomentHead
        tone="warn"
        Icon={Clock3}
        state={isLost ? UNHEARD : `Va ${duration(journey.delayMinutes)} tarde`}
        aside={<Age journey={journey} now={now} />}
        before={
          isLost ? (
            `${firstName(driver.name)} debía recogerte ${atThe(from.at)}`
          ) : (
            <>
              {firstName(driver.name)} llega por ti{' '}
              {isEarliest ? afterThe(expectedAt) : atThe(expectedAt)}{' '}
              <del className="tnum whitespace-nowrap text-muted">
                <span className="sr-only">antes, </span>
                {time(from.at)}
              </del>
            </>
          )
        }
        title={time(isLost ? from.at : expectedAt)}
        hour
      />
      <WhoAndWhere booking={booking} withPlace />
      <Card className="p-4!">
        <p role="status" className="text-sm text-muted">
          {whereIs(journey)}
        </p>
        {journey.lastArrival && (
          <MomentRoad car done={0.5} stops={roadTo(journey, from.id, `${from.name}, tú`)} />
        )}
      </Card>
    </>
  )
}

/** Where the trip came from, the last known stop and the person's own: at most three. */
function roadTo({ stops, lastArrival }: JourneyView, id: string, word: string): RoadStop[] {
  const [first] = stops
  const own = stops.find((stop) => stop.id === id)
  const between = lastArrival && lastArrival.name !== first?.name ? lastArrival : null
  return [
    ...(first && first.id !== id
      ? [{ name: first.name, hour: time(first.arrivedAt ?? first.plannedAt) }]
      : []),
    ...(between ? [{ name: between.name, hour: time(between.at) }] : []),
    ...(own ? [{ name: word, hour: time(own.expectedAt), mine: true }] : []),
  ]
}

/** Whom the passenger looks for, and where: what people compare before they get in. */
export function WhoAndWhere({ booking, withPlace }: { booking: BookingView; withPlace?: boolean }) {
  const { driver, vehicle, from } = booking
  return (
    <Card className="grid gap-3 p-4!">
      <DriverLine {...{ driver, vehicle }} />
      {withPlace && from.point && (
        <div className="flex items-center gap-3 border-t border-line pt-3">
          <span
            aria-hidden="true"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-bosque-soft
              text-bosque"
          >
            <MapPin className="size-5" />
          </span>
          <p className="min-w-0 flex-1">
            <span className="block font-semibold wrap-anywhere">{from.point.name}</span>
            <span className="block text-sm text-muted">{from.point.address}</span>
          </p>
          <a
            href={directionsTo(from.point)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Cómo llegar a ${from.point.name}`}
            className="grid size-11 shrink-0 place-items-center rounded-control border border-edge
              text-bosque hover:bg-bosque-soft"
          >
            <Navigation className="size-5" />
          </a>
        </div>
      )}
    </Card>
  )
}

/** Face, car and plate on the dark band, in a row; `children`: the name, or what they do. */
function CarOnBand({ booking, children }: { booking: BookingView; children: ReactNode }) {
  const { driver, vehicle } = booking
  return (
    <>
      <Avatar name={driver.name} photoUrl={driver.photoUrl} className="ring-2 ring-maiz" />
      <div className="min-w-0 flex-1 basis-30">
        {children}
        <p className="text-sm font-normal">{carOf(booking)}</p>
      </div>
      {vehicle.plate && <Plate plate={vehicle.plate} className="shrink-0 text-base" />}
    </>
  )
}

function AtDoor({ booking }: { booking: BookingView }) {
  const { driver, from } = booking
  return (
    <section
      aria-label="Ahora"
      className="flex flex-wrap items-center gap-3 rounded-card bg-band px-3 py-2.5 text-on-band
        shadow-card"
    >
      <CarOnBand booking={booking}>
        <div role="status">
          <h1 className="text-lg leading-tight">
            {firstName(driver.name)} ya llegó<span className="sr-only"> a {from.name}</span>
          </h1>
        </div>
      </CarOnBand>
    </section>
  )
}

/** Advice beside the code, while face and plate are in view. */
export function CompareFirst() {
  return (
    <p className="flex items-center justify-center gap-1.5 text-sm font-semibold text-ok">
      <ShieldCheck className="size-4 shrink-0" />
      Antes de subir, compara cara y placa
    </p>
  )
}

function Riding({ booking, journey, now }: Props) {
  const { from, to, boardedAt } = booking
  const stop = journey?.stops.find(({ id }) => id === to.id)
  const at = stop?.expectedAt ?? to.at
  const began = Date.parse(boardedAt ?? from.at)
  const done = (now.getTime() - began) / Math.max(1, Date.parse(at) - began)
  const boarded = boardedAt ? `Subiste ${dayAndTime(boardedAt, now)}` : 'A bordo'
  const passed = journey?.lastArrival && journey.lastArrival.name !== from.name
  return (
    <MomentHead
      tone="band"
      Icon={Car}
      state={passed ? `Ya pasaste ${journey.lastArrival?.name}` : boarded}
      aside={journey && <Age journey={journey} now={now} />}
      before={`Buen viaje, llegas ${atThe(at)}`}
      title={time(at)}
      hour
    >
      {Date.parse(at) > now.getTime() && <p>Faltan {durationBetween(now, at)}</p>}
      <div className="mt-2">
        <MomentRoad
          onBand
          car
          done={Math.min(0.95, Math.max(0.05, done))}
          stops={[
            { name: from.name, hour: time(boardedAt ?? from.at) },
            { name: to.name, hour: time(at), mine: true },
          ]}
        />
      </div>
      {to.point && (
        <p className="mt-2 text-sm">
          Te bajas en <span className="font-semibold">{to.point.name}</span>, {to.point.address}
        </p>
      )}
    </MomentHead>
  )
}
