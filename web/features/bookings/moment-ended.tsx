import { Ban, CircleCheck, Clock3, CornerUpLeft, Gift, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import type { SearchResult } from '#contract/search.ts'
import { api } from '#web/lib/api.ts'
import {
  addDays,
  calendarDate,
  date,
  dateLong,
  dateTime,
  durationBetween,
  pesos,
  plural,
  seats as seatsText,
  signedPesos,
  time,
} from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { bookingWordsOf } from '#web/shared/bookings/booking-words.ts'
import { rewardKeys, rewardPaths } from '#web/shared/rewards/reward-links.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Row } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FileButton } from './booking-files.tsx'
import { moneyBack } from './money-back.ts'
import type { BookingMoment } from './use-booking-moment.ts'

type Props = {
  booking: BookingView
  /** First car of a trip with one change whose passenger was in both: sums and ways are of both. */
  first?: BookingView | undefined
} & Pick<BookingMoment, 'moment' | 'now'>

const lost = 'Resolvimos tu reclamo a favor del conductor'

const titles: Partial<Record<BookingState, string>> = {
  rejected: 'El conductor no pudo aceptarte',
  expired: 'El conductor no respondió a tiempo',
  cancelled_by_driver: 'El conductor canceló tu reserva',
  decided_for_passenger: 'Resolvimos tu reclamo a tu favor',
  trip_cancelled: 'El conductor canceló el viaje',
  no_show: 'El conductor marcó que no llegaste',
}

const titlesByCupo: typeof titles = {
  cancelled_by_passenger: 'Cupo canceló tu reserva',
  trip_cancelled: 'Cupo canceló el viaje',
}

const titlesOfReleased = {
  other_car: 'Ya no podías contar con el otro carro',
  moved_hours: 'Con las horas nuevas no alcanzabas a cambiar de carro',
  driver_late: undefined,
}

function titleOf({ state, seats, confirmedAt }: BookingView): string | undefined {
  if (state !== 'cancelled_by_passenger') return titles[state]
  if (confirmedAt === null) return 'Cancelaste tu solicitud'
  return seats === 1 ? 'Cancelaste tu cupo' : `Cancelaste tus ${seatsText(seats)}`
}

/** Head of a booking that ended, travelled or not, or that a person of the team decides. */
export function EndedHead({ booking, first, moment }: Props) {
  const { state, from, to, endedByCupo, leftBecause, cancelReason } = booking
  const way = `${from.name} → ${to.name}`
  const released = leftBecause && titlesOfReleased[leftBecause]
  const title = booking.partOf
    ? `Devolviste ${seatsText(booking.seats)}`
    : released || (endedByCupo && titlesByCupo[state]) || titleOf(booking)
  switch (moment) {
    case 'cancelled':
      return (
        <MomentHead tone="err" Icon={Ban} state={dateLong(from.at)} aside={way} title={title}>
          {cancelReason && <p className="mt-1 wrap-anywhere">«{cancelReason}»</p>}
          <p className="mt-1">{moneyBack(booking)}</p>
        </MomentHead>
      )
    case 'refunded':
      return (
        <MomentHead tone="plain" Icon={Undo2} state={dateLong(from.at)} aside={way} title={title}>
          <p className="mt-1 font-semibold">{moneyBack(booking)}</p>
          {booking.closedAt && <p className="text-muted">{date(booking.closedAt)}</p>}
        </MomentHead>
      )
    case 'review':
      return (
        <MomentHead
          tone="warn"
          Icon={Clock3}
          state={dateLong(from.at)}
          aside={way}
          title={bookingWordsOf(booking).text}
        >
          {state !== 'no_show_claimed' && <p className="mt-1">Una persona de Cupo decide.</p>}
        </MomentHead>
      )
    default:
      return <Travelled {...{ booking, first }} isDone={moment === 'done'} />
  }
}

/** What one has after a ride: the arrival, what was paid, and the receipt. */
function Travelled({
  booking,
  first,
  isDone,
}: Pick<Props, 'booking' | 'first'> & { isDone: boolean }) {
  const { state, to, from, arrivedAt, paymentMode } = booking
  const paid = [booking, first].reduce((sum, each) => sum + (each?.charged ?? each?.price ?? 0), 0)
  const byWallet = 'Pagaste con tu billetera'
  const wasAboard = state !== 'confirmed'
  const title = isDone
    ? `Viajaste a ${to.name}`
    : wasAboard
      ? `Llegaste a ${to.name}`
      : 'Tu viaje terminó'
  return (
    <section
      aria-label="Ahora"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap-reverse items-center justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-1 flex items-center gap-1.5 text-sm font-semibold text-ok">
            <CircleCheck className="size-4 shrink-0" />
            <span>{arrivedAt && !isDone ? arrival(arrivedAt, to.at) : dateLong(from.at)}</span>
          </p>
          {/_upheld$/.test(state) && <p className="mt-1 text-sm">{lost}</p>}
        </div>
        <Landscape region="costa" className="block h-18 w-26 shrink-0 rounded-control!" />
      </div>
      {wasAboard && (
        <div
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4
            py-2.5"
        >
          <p>
            <span className="block text-sm text-muted">
              {paymentMode === 'billetera' ? byWallet : 'Le pagaste al conductor'}
              {first && ', por los dos carros'}
            </span>
            <PesoAmount value={paid} size="lg" />
          </p>
          <FileButton
            booking={booking}
            kind="pdf"
            short={first ? 'Comprobante del segundo' : 'Comprobante'}
          />
        </div>
      )}
      {wasAboard && !isDone && <Points bookingId={booking.id} firstId={first?.id} />}
    </section>
  )
}

/** Points that these bookings give; nothing while they may not come. */
function Points({ bookingId, firstId }: { bookingId: string; firstId: string | undefined }) {
  const own = usePoints(bookingId)
  const other = usePoints(firstId)
  if (own.isPending || other.isLoading) return <Skeleton className="mx-4 mb-2.5 h-11" />
  const coming = [own.data?.points, other.data?.points].filter((each) => !!each)
  if (coming.length === 0) return null
  const given = coming.every((each) => each.given)
  const count = coming.reduce((sum, each) => sum + each.count, 0)
  const points = plural(count, 'punto', 'puntos')
  return (
    <ul aria-label="Puntos" className="border-t border-line">
      <Row
        Icon={Gift}
        text={given ? `Ganaste ${points}` : `Ganas ${points} cuando se cierre el viaje`}
        to={rewardPaths.rewards}
      />
    </ul>
  )
}

function usePoints(bookingId: string | undefined) {
  return useRead(
    rewardKeys.ofBooking(bookingId ?? ''),
    (signal) => api.rewards.ofBooking({ params: { bookingId: bookingId ?? '' }, signal }),
    { enabled: bookingId !== undefined },
  )
}

/** The hour of the arrival, and how far it was from the plan. */
function arrival(at: string, planned: string): string {
  const minutes = Math.round((Date.parse(at) - Date.parse(planned)) / 60_000)
  if (Math.abs(minutes) < 5) return `${time(at)}, a tiempo`
  return minutes < 0
    ? `${time(at)}, ${durationBetween(at, planned)} antes`
    : `${time(at)}, ${durationBetween(planned, at)} tarde`
}

/** Trips of a day between two places, from any screen that searched them before. */
function useTrips(from: string | undefined, to: string | undefined, day: string) {
  const query = { from: from ?? '', to: to ?? '', date: day }
  return useRead(queryKeys.search(query), (signal) => api.search.trips({ query, signal }), {
    // A ticket that an older version cached has no places.
    enabled: Boolean(from && to),
    staleTime: 60_000,
  })
}

/** What waits on the page of the other car of a booking that a driver failed; else nothing. */
export function useRescue(booking: BookingView, now: Date) {
  const { id: bookingId, from, status, viewer, leftBecause, seats } = booking
  const failed =
    status === 'cancelled_by_driver' || status === 'trip_cancelled' || leftBecause !== undefined
  const { data } = useRead(
    [...queryKeys.rescue(bookingId), 'state'],
    (signal) => api.connections.rescue({ params: { bookingId }, signal }),
    {
      enabled: failed && viewer === 'passenger' && Date.parse(from.at) > now.getTime() - RESCUED_MS,
    },
  )
  const rescue = data?.rescue
  if (rescue?.status === 'waiting') return 'Te buscamos otro carro a las 7:00 a. m.'
  if (rescue?.status === 'asked') return 'Preguntamos a otros conductores por ti'
  if (rescue?.status === 'taken') return 'Ya tienes otro carro'
  const kept = seats === 1 ? 'un cupo' : `${seats} cupos`
  return rescue?.mayTake ? `Te guardamos ${kept} en otro carro` : undefined
}

/** Age of a pick-up in ms up to which another car is asked for. */
export const RESCUED_MS = 12 * 60 * 60_000

/** The other trip that was chosen after a cancellation; null: the nearest one. */
type Choice = { picked: string | null }

/** The one main action of a booking that ended. */
export function EndedAction(props: Props & Choice) {
  const { booking, first, moment, now, picked } = props
  const rescued = useRescue(booking, now)
  if (rescued) {
    return (
      <BottomBar action={<ButtonLink to={paths.rescue(booking.id)}>Ver el otro carro</ButtonLink>}>
        <p className="font-semibold">{rescued}</p>
      </BottomBar>
    )
  }
  if (moment === 'cancelled') return <ToOtherTrip {...{ booking, now, picked }} />
  const from = first?.from ?? booking.from
  if (moment === 'arrived') return <WayBack {...{ from, now }} to={booking.to} />
  if (moment !== 'done' && moment !== 'refunded') return null
  const { to, seats, partOf } = booking
  if (partOf) {
    const rest = <ButtonLink to={paths.booking(partOf)}>Ver el resto de tu reserva</ButtonLink>
    return <BottomBar action={rest} />
  }
  return (
    <BottomBar
      action={
        <ButtonLink to={paths.search({ from: from.placeId, to: to.placeId, seats })}>
          {moment === 'done' ? 'Repetir este viaje' : 'Buscar de nuevo este viaje'}
        </ButtonLink>
      }
    />
  )
}

/** The way back: the next day with trips, how many, and from which price. */
function WayBack({ from, to, now }: Pick<BookingView, 'from' | 'to'> & { now: Date }) {
  const tomorrow = addDays(calendarDate(now), 1)
  const { data } = useTrips(to.placeId, from.placeId, tomorrow)
  const later = data?.nearbyDates.find((each) => each.date > tomorrow && each.count > 0)
  const isTomorrow = (data?.total ?? 0) > 0
  const day = isTomorrow || !later ? tomorrow : later.date
  const count = isTomorrow ? (data?.total ?? 0) : (later?.count ?? 0)
  const cheapest = isTomorrow ? Math.min(...(data?.results.map(({ price }) => price) ?? [])) : null
  return (
    <BottomBar
      action={
        <ButtonLink
          to={paths.search({ from: to.placeId, to: from.placeId, date: day })}
          Icon={CornerUpLeft}
        >
          Volver a {from.name}
        </ButtonLink>
      }
    >
      {count > 0 && (
        <>
          <p className="font-semibold first-letter:uppercase">
            {date(day)}: {plural(count, 'viaje', 'viajes')}
          </p>
          {cheapest !== null && <p className="tnum text-sm text-muted">desde {pesos(cheapest)}</p>}
        </>
      )}
    </BottomBar>
  )
}

const OTHERS = 3

type OtherProps = Pick<Props, 'booking' | 'now'> & Choice

/** The trips on sale nearest to the lost hour, and the chosen one. */
function useOtherTrips({ booking, now, picked }: OtherProps) {
  const { from, to, seats } = booking
  const lostAt = Date.parse(from.at)
  const wanted = Math.max(lostAt, now.getTime())
  const day = calendarDate(new Date(wanted))
  const { data } = useTrips(from.placeId, to.placeId, day)
  const far = ({ departsAt }: SearchResult) => Math.abs(Date.parse(departsAt) - wanted)
  const others = (data?.results ?? [])
    .filter((trip) => trip.tripId !== booking.tripId && trip.seatsLeft >= seats)
    .filter(({ departsAt }) => Date.parse(departsAt) > now.getTime())
    .sort((a, b) => far(a) - far(b))
    .slice(0, OTHERS)
  const chosen = others.find(({ tripId }) => tripId === picked) ?? others[0]
  return { others, chosen, day }
}

/** After a cancellation: the nearest trips, with the difference of price. */
export function OtherTrips(props: OtherProps & { onPick: (tripId: string) => void }) {
  const { booking, now, onPick } = props
  const { seats, price } = booking
  const { others, chosen } = useOtherTrips(props)
  const isRescued = useRescue(booking, now) !== undefined
  if (!chosen || isRescued) return null
  const differs = (trip: SearchResult): ReactNode => {
    const difference = trip.price * seats - price
    return difference === 0 ? 'el mismo precio' : `${signedPesos(difference)} frente al tuyo`
  }
  return (
    <RadioCards
      legend="Otros viajes cerca de tu hora"
      name="otro-viaje"
      value={chosen.tripId}
      onChange={onPick}
      options={others.map((trip) => ({
        value: trip.tripId,
        title: (
          <span className="block first-letter:uppercase">
            {dateTime(trip.departsAt)}, con {trip.driver.name}
          </span>
        ),
        detail: (
          <>
            {pesos(trip.price * seats)}, {differs(trip)}
          </>
        ),
      }))}
    />
  )
}

function ToOtherTrip(props: OtherProps) {
  const { from, to, seats } = props.booking
  const { chosen, day } = useOtherTrips(props)
  const search = paths.search({ from: from.placeId, to: to.placeId, date: day, seats })
  if (!chosen) {
    return <BottomBar action={<ButtonLink to={search}>Buscar otro viaje</ButtonLink>} />
  }
  return (
    <BottomBar
      action={
        <ButtonLink
          to={paths.trip(chosen.tripId, { from: chosen.fromStopId, to: chosen.toStopId, seats })}
        >
          Cambiarme al de {time(chosen.departsAt)}
        </ButtonLink>
      }
    >
      <p className="tnum font-semibold">{pesos(chosen.price * seats)}</p>
      <p className="text-sm text-muted">{plural(seats, 'cupo', 'cupos')}</p>
    </BottomBar>
  )
}
