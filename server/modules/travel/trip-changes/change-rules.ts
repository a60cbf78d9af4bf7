import {
  MARKED_MOVE_HOURS,
  MARKED_MOVE_LAST_HOURS,
  MOVE_FARTHEST_HOURS,
  MOVE_NOTICE_HOURS,
} from '#contract/booking-limits.ts'
import type { LostTerm } from '#contract/connections-rescues.ts'
import type { Preferences } from '#contract/trips.ts'
import {
  type Booking,
  type Facts,
  isLoose,
  isMovedFar,
} from '#server/modules/travel/bookings/index.ts'
import { lostTerms } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Notice in ms that passengers get before the old and the new departure. */
const NOTICE_MS = MOVE_NOTICE_HOURS * HOUR_MS
/** Greatest distance in ms from the time that a passenger agreed to. */
const FARTHEST_MS = MOVE_FARTHEST_HOURS * HOUR_MS
/** Sum of moves on the last day, in ms, from which the driver gets a mark. */
export const MARKED_MOVE_MS = MARKED_MOVE_HOURS * HOUR_MS
const LAST_DAY_MS = MARKED_MOVE_LAST_HOURS * HOUR_MS

export type TripMove = { from: Date; to: Date; now: Date }

type Booked = Pick<Booking, 'status' | 'picksUpAt' | 'agreedPickupAt'>

/** Checks a move of the trip. Errors: `trip_change_too_late`, `trip_change_too_far`. */
export function assertMayMove({ from, to, now }: TripMove, booked: readonly Booked[]): void {
  if (booked.length === 0) return
  assertMovable({ from, now }, booked)
  if (to < addMs(now, NOTICE_MS)) throw new AppError('trip_change_too_late')
  const byMs = movedBy({ from, to })
  const farthest = booked.map(({ picksUpAt, agreedPickupAt }) =>
    Math.abs(picksUpAt.getTime() + byMs - (agreedPickupAt ?? picksUpAt).getTime()),
  )
  if (Math.max(...farthest) > FARTHEST_MS) throw new AppError('trip_change_too_far')
}

/** Checks whether the time of the trip can change at all. Errors: `trip_change_too_late`. */
export function assertMovable(
  { from, now }: Pick<TripMove, 'from' | 'now'>,
  booked: readonly Pick<Booked, 'status'>[],
): void {
  if (booked.length === 0) return
  if (booked.some(({ status }) => status === 'checked_in')) {
    const message = 'Ya hay pasajeros a bordo: la hora no se puede cambiar.'
    throw new AppError('trip_change_too_late', { message })
  }
  if (from < addMs(now, NOTICE_MS)) throw new AppError('trip_change_too_late')
}

/** Checks whether a booked meeting point can change. Errors: `trip_change_too_late`. */
export function assertMeetingMovable(
  { from, now }: Pick<TripMove, 'from' | 'now'>,
  booked: readonly Pick<Booked, 'status'>[],
): void {
  const late = (message: string) => new AppError('trip_change_too_late', { message })
  if (booked.some(({ status }) => status === 'checked_in')) {
    throw late('Ya hay pasajeros a bordo: el punto de encuentro no se puede cambiar.')
  }
  if (from >= addMs(now, NOTICE_MS)) return
  throw late(
    `Con reservas, el punto de encuentro solo cambia si faltan ${MOVE_NOTICE_HOURS} horas o más ` +
      'para salir.',
  )
}

/** Returns how much later the trip would leave, in ms; negative when earlier. */
export function movedBy({ from, to }: Pick<TripMove, 'from' | 'to'>): number {
  return to.getTime() - from.getTime()
}

/** Whether a booking can be cancelled with a full refund after the move. */
export function mayLeaveFree(
  booking: Booking,
  facts: Pick<Facts, 'other'> | undefined,
  crosses: boolean,
) {
  const isFree = crosses || isMovedFar(booking) || (facts !== undefined && isLoose(booking, facts))
  return isFree || booking.status === 'requested' || booking.paymentMode === 'directo'
}

/** Since when moves count for a mark: a day before the old or new departure, once it has come. */
export function lastDayOf({ from, to, now }: TripMove): Date | undefined {
  const departsAt = from < to ? from : to
  const since = addMs(departsAt, -LAST_DAY_MS)
  return now > since ? since : undefined
}

const worse: Record<LostTerm, string> = {
  luggage: 'permitir menos equipaje',
  pets: 'dejar de aceptar mascotas',
  wheelchair: 'dejar de llevar una silla de ruedas',
  childSeat: 'quitar la silla para niños',
  noSmoking: 'permitir fumar',
  maxTwoInBack: 'llevar tres personas atrás',
}

/**
 * Names what the driver would do to people who have booked, after "no puedes"; undefined when no
 * term gets worse. Whom the trip takes never changes: people who booked relied on it, or would be
 * excluded.
 */
export function takenBack(before: Preferences, after: Preferences): string | undefined {
  const acts = [
    ...lostTerms(before, [after]).map((term) => worse[term]),
    !before.verifiedOnly && after.verifiedOnly && 'pedir la identidad verificada',
    before.verifiedOnly && !after.verifiedOnly && 'dejar de pedir la identidad verificada',
    before.womenOnly !== after.womenOnly && 'cambiar «solo mujeres»',
  ].filter((each) => each !== false)
  if (acts.length === 0) return undefined
  return new Intl.ListFormat('es', { type: 'disjunction' }).format(acts)
}
