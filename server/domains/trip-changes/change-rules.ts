import type { Preferences } from '#contract/trips.ts'
import type { Booking } from '#server/domains/bookings/bookings.public.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Passengers hear of it at least so long before the departure, the old and the new one. */
const NOTICE_MS = 2 * HOUR_MS
/** Further from what a passenger agreed to it would be another trip. */
const FARTHEST_MS = 2 * DAY_MS
/** Moves of agreed seats by this much in all are public when they come on the last day. */
export const MARKED_MOVE_MS = 2 * HOUR_MS
const LAST_DAY_MS = DAY_MS

export type TripMove = { from: Date; to: Date; now: Date }

type Booked = Pick<Booking, 'status' | 'picksUpAt' | 'agreedPickupAt'>

/**
 * Whether the trip may move with these bookings on it.
 * Errors: `trip_change_too_late`, `trip_change_too_far`.
 */
export function assertMayMove({ from, to, now }: TripMove, booked: readonly Booked[]): void {
  if (booked.length === 0) return
  if (booked.some(({ status }) => status === 'checked_in')) {
    const message = 'Ya hay pasajeros a bordo: la hora no se puede cambiar.'
    throw new AppError('trip_change_too_late', { message })
  }
  const soonest = addMs(now, NOTICE_MS)
  if (from < soonest || to < soonest) throw new AppError('trip_change_too_late')
  const byMs = to.getTime() - from.getTime()
  const farthest = booked.map(({ picksUpAt, agreedPickupAt }) =>
    Math.abs(picksUpAt.getTime() + byMs - (agreedPickupAt ?? picksUpAt).getTime()),
  )
  if (Math.max(...farthest) > FARTHEST_MS) throw new AppError('trip_change_too_far')
}

/** Since when moves of agreed seats count for a mark: the last day before either departure. */
export function lastDayOf({ from, to, now }: TripMove): Date | undefined {
  const departsAt = from < to ? from : to
  const since = addMs(departsAt, -LAST_DAY_MS)
  return now > since ? since : undefined
}

const LUGGAGE = ['none', 'small', 'large'] as const

/**
 * What of the terms would be worse for people who booked under the others, as a sentence; undefined
 * when nothing is. Who travels along is not ours to know, so `womenOnly` stays as it was.
 */
export function takenBack(before: Preferences, after: Preferences): string | undefined {
  const worse = [
    LUGGAGE.indexOf(after.luggage) < LUGGAGE.indexOf(before.luggage) && 'permitir menos equipaje',
    before.pets && !after.pets && 'dejar de aceptar mascotas',
    !before.smoking && after.smoking && 'permitir fumar',
    before.maxTwoInBack && !after.maxTwoInBack && 'llevar tres personas atrás',
    before.womenOnly !== after.womenOnly && 'cambiar «solo mujeres»',
  ].filter((each) => each !== false)
  if (worse.length === 0) return undefined
  const list = new Intl.ListFormat('es', { type: 'disjunction' }).format(worse)
  return `Ya hay reservas, así que no puedes ${list}.`
}
