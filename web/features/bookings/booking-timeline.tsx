import { Check, Circle, X } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { isWon } from '#web/domain/trips/trip-words.ts'
import { dateTime } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type Moment = { text: string; at?: string | null; state: 'done' | 'now' | 'next' | 'ended' }

const endings = {
  rejected: 'El conductor no aceptó',
  expired: 'Se venció sin respuesta',
  cancelled_by_passenger: 'El pasajero canceló',
  cancelled_by_driver: 'El conductor canceló',
  trip_cancelled: 'El viaje se canceló',
  no_show: 'El pasajero no llegó',
} as const

/** What has happened to a booking and what comes next. */
export function momentsOf(booking: BookingView): Moment[] {
  const { status, from, to, createdAt, expiresAt } = booking
  const asked = expiresAt !== null
  const created: Moment = {
    text: asked ? 'Solicitud enviada' : 'Reserva hecha',
    at: createdAt,
    state: 'done',
  }
  const past: Moment[] = booking.tripChange
    ? [
        created,
        { text: 'El conductor cambió la hora', at: booking.tripChange.changedAt, state: 'done' },
      ]
    : [created]
  const openedAt = booking.objection?.openedAt
  if (openedAt)
    past.push({ text: 'El pasajero dijo que el conductor no llegó', at: openedAt, state: 'done' })
  if (isWon(booking)) {
    return [...past, { text: 'Se resolvió a favor del pasajero', state: 'ended' }]
  }
  if (status in endings) {
    return [...past, { text: endings[status as keyof typeof endings], state: 'ended' }]
  }
  if (openedAt && status === 'confirmed') {
    return [...past, { text: 'Una persona de Cupo decide', state: 'now' }]
  }
  if (openedAt) return [...past, { text: 'Se resolvió a favor del conductor', state: 'done' }]
  const reached = { requested: 0, confirmed: 1, checked_in: 2, completed: 3 }[
    status as 'requested' | 'confirmed' | 'checked_in' | 'completed'
  ]
  const state = (step: number): Moment['state'] =>
    step <= reached ? 'done' : step === reached + 1 ? 'now' : 'next'
  return [
    ...past,
    ...(asked
      ? [
          {
            text: reached >= 1 ? 'Cupo confirmado' : 'Respuesta del conductor',
            at: reached >= 1 ? null : expiresAt,
            state: state(1),
          },
        ]
      : []),
    { text: `Subida en ${from.name}`, at: from.at, state: state(2) },
    { text: `Llegada a ${to.name}`, at: to.at, state: state(3) },
  ]
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
              {moment.at && <p className="text-sm text-muted">{dateTime(moment.at)}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
