import { Check, Circle, X } from 'lucide-react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { dateTime } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type Moment = {
  text: string
  /** Meaning of the time, such as "agreed"; absent when the event happened at that time. */
  hour?: string | undefined
  /** Time of the event or its plan; absent when nobody recorded it. */
  at?: string | null | undefined
  state: 'done' | 'now' | 'next' | 'ended'
}

type Told = Record<BookingView['viewer'], string>

const absent: Told = {
  passenger: 'El conductor marcó que no llegaste',
  driver: 'Marcaste que no llegó',
}

/** What ended a booking. Nobody reads about themselves in the third person. */
const endings: Partial<Record<BookingState, string | Told>> = {
  rejected: { passenger: 'El conductor no aceptó', driver: 'No la aceptaste' },
  expired: 'Se venció sin respuesta',
  cancelled_by_passenger: { passenger: 'Cancelaste', driver: 'El pasajero canceló' },
  cancelled_by_driver: { passenger: 'El conductor canceló', driver: 'La cancelaste' },
  decided_for_passenger: {
    passenger: 'Se resolvió a tu favor',
    driver: 'Se resolvió a favor del pasajero',
  },
  trip_cancelled: 'El viaje se canceló',
  no_show: absent,
}

/** Progress of a booking: 0 requested, 1 confirmed, 2 aboard, 3 arrived. */
function reachedBy(state: BookingState): number {
  if (state === 'requested') return 0
  if (['confirmed', 'change_missed', 'aboard_said'].includes(state)) return 1
  return state === 'checked_in' || state === 'checked_in_denied' ? 2 : 3
}

/** What ended a part of a trip with one change that its passenger could not or need not take. */
const released = {
  other_car: 'Ya no se podía contar con el otro carro',
  moved_hours: 'Con las horas nuevas no se alcanzaba a cambiar de carro',
  driver_late: undefined,
}

export function momentsOf(booking: BookingView): Moment[] {
  const { state, from, to, expiresAt, confirmedAt, boardedAt, arrivedAt } = booking
  const past = pastOf(booking)
  const isDriver = booking.viewer === 'driver'
  const aboard = isDriver ? 'El pasajero dijo que ya iba a bordo' : 'Dijiste que ya ibas a bordo'
  const said: Moment[] = booking.aboardSaidAt
    ? [{ text: aboard, at: booking.aboardSaidAt, state: 'done' }]
    : []
  const byCupo = booking.endedByCupo && state !== 'trip_cancelled' && 'Cupo la canceló'
  const because = booking.leftBecause && released[booking.leftBecause]
  const ending = booking.partOf ? 'Cupos devueltos' : because || byCupo || endings[state]
  if (ending) {
    const text = typeof ending === 'string' ? ending : ending[booking.viewer]
    return [
      ...past,
      ...said,
      { text, at: booking.noShow?.claimedAt ?? booking.closedAt, state: 'ended' },
    ]
  }
  if (state === 'no_show_claimed' || state === 'no_show_disputed') {
    return [...past, ...said, ...contested(booking)]
  }
  if (state === 'driver_absent') {
    return [...past, { text: 'Una persona de Cupo decide', state: 'now' }]
  }
  if (booking.objection?.openedAt) {
    return [
      ...past,
      {
        text: isDriver ? 'Se resolvió a tu favor' : 'Se resolvió a favor del conductor',
        state: 'done',
      },
    ]
  }
  const reached = reachedBy(state)
  const stepState = (step: number): Moment['state'] =>
    step <= reached ? 'done' : step === reached + 1 ? 'now' : 'next'
  const awaited = isDriver ? 'Tu respuesta' : 'Respuesta del conductor'
  const answer: Moment = {
    text: reached >= 1 ? 'Cupo confirmado' : awaited,
    at: reached >= 1 ? confirmedAt : expiresAt,
    hour: reached >= 1 ? undefined : 'Hasta',
    state: stepState(1),
  }
  return [
    ...past,
    ...(wasAsked(booking) ? [answer] : []),
    ...said,
    reached >= 2
      ? { text: `Subida en ${from.name}`, at: boardedAt, state: 'done' }
      : { text: `Subida en ${from.name}`, hour: AGREED, at: from.at, state: stepState(2) },
    reached >= 3
      ? { text: `Llegada a ${to.name}`, at: arrivedAt, state: 'done' }
      : { text: `Llegada a ${to.name}`, hour: AGREED, at: to.at, state: stepState(3) },
  ]
}

/** The driver's word that nobody came, which is no end while the passenger may object. */
function contested({ viewer, noShow }: BookingView): Moment[] {
  const isDriver = viewer === 'driver'
  const said: Moment = { text: absent[viewer], at: noShow?.claimedAt, state: 'done' }
  if (!noShow?.disputedAt) {
    const text = isDriver ? 'El pasajero puede reclamar' : 'Puedes reclamar'
    return [said, { text, hour: 'Hasta', at: noShow?.disputeUntil, state: 'now' }]
  }
  return [
    said,
    { text: isDriver ? 'El pasajero reclamó' : 'Reclamaste', at: noShow.disputedAt, state: 'done' },
    { text: 'Una persona de Cupo decide', state: 'now' },
  ]
}

const AGREED = 'Hora acordada'

/** Whether the driver had to approve; an instant booking is confirmed when it is created. */
function wasAsked({ confirmedAt, createdAt, partOf }: BookingView): boolean {
  return !partOf && confirmedAt !== createdAt
}

function pastOf(booking: BookingView): Moment[] {
  const { createdAt, tripChange, objection } = booking
  const asked = wasAsked(booking)
  const past: Moment[] = [
    { text: asked ? 'Solicitud enviada' : 'Reserva hecha', at: createdAt, state: 'done' },
  ]
  const done = (text: string, at: string | null | undefined) => {
    if (at) past.push({ text, at, state: 'done' })
  }
  const isDriver = booking.viewer === 'driver'
  done(isDriver ? 'Cambiaste la hora' : 'El conductor cambió la hora', tripChange?.changedAt)
  done(
    isDriver ? 'El pasajero dijo que no llegaste' : 'Dijiste que el conductor no llegó',
    objection?.openedAt,
  )
  return past
}

const marks = {
  done: { Icon: Check, box: 'bg-bosque text-on-bosque', word: 'Hecho' },
  now: { Icon: Circle, box: 'bg-maiz text-on-maiz', word: 'Sigue' },
  next: { Icon: Circle, box: 'bg-surface text-edge ring-2 ring-edge ring-inset', word: 'Después' },
  ended: { Icon: X, box: 'bg-err text-on-err', word: 'Terminó' },
} as const

export function BookingTimeline({ booking }: { booking: BookingView }) {
  const moments = momentsOf(booking)
  return (
    <ol className="grid">
      {moments.map((moment, row) => {
        const { Icon, box, word } = marks[moment.state]
        const last = row === moments.length - 1
        return (
          <li
            key={moment.text}
            aria-current={moment.state === 'now' ? 'step' : undefined}
            className={cx('relative flex gap-3', !last && 'pb-5')}
          >
            {!last && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-6 bottom-0 left-2.75 w-0.5',
                  moment.state === 'done' ? 'bg-bosque' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx('grid size-6 shrink-0 place-items-center rounded-full', box)}
            >
              <Icon className={moment.state === 'done' ? 'size-4' : 'size-3'} strokeWidth={3} />
            </span>
            <div>
              <p className={moment.state === 'next' ? 'text-muted' : 'font-semibold'}>
                <span className="sr-only">{word}: </span>
                {moment.text}
              </p>
              {moment.at && (
                <p className="text-sm text-muted">
                  {moment.hour && `${moment.hour}: `}
                  {dateTime(moment.at)}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
