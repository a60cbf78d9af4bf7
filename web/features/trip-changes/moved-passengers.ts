import type { BookingView } from '#contract/bookings.ts'
import type { TripView } from '#contract/trips.ts'
import { dateTime, plural } from '#web/lib/format.ts'

// What moving a trip does to the people who booked it, as the server decides it.

const HOUR_MS = 3_600_000
const NOTICE_MS = 2 * HOUR_MS
const FARTHEST_MS = 48 * HOUR_MS
const FREE_FROM_MS = HOUR_MS / 4
const MARKED_MS = 2 * HOUR_MS
const LAST_DAY_MS = 24 * HOUR_MS

/** Who would travel at another hour: asked or agreed, not yet aboard. */
export function openBookings(bookings: readonly BookingView[]): BookingView[] {
  return bookings.filter(({ status }) => status === 'requested' || status === 'confirmed')
}

type Move = { trip: TripView; moment: string | null; bookings: readonly BookingView[]; now: Date }

function byMsOf({ trip, moment }: Pick<Move, 'trip' | 'moment'>): number {
  return moment === null ? 0 : Date.parse(moment) - Date.parse(trip.departsAt)
}

/** Whether it is too late to move the trip at all with these people on it. */
export function isTooLate({ trip, bookings, now }: Omit<Move, 'moment'>): boolean {
  const aboard = bookings.some(({ status }) => status === 'checked_in')
  const soon = Date.parse(trip.departsAt) - now.getTime() < NOTICE_MS
  return aboard || (soon && openBookings(bookings).length > 0)
}

/** Why this moment is refused with people booked; undefined when it is not. */
export function momentProblem(move: Move): string | undefined {
  const open = openBookings(move.bookings)
  const byMs = byMsOf(move)
  if (byMs === 0 || open.length === 0) return undefined
  if (Date.parse(`${move.moment}`) - move.now.getTime() < NOTICE_MS) {
    return 'Con pasajeros, la nueva salida debe ser al menos dentro de 2 horas.'
  }
  const tooFar = open.some(({ from, tripChange }) => {
    const agreedAt = Date.parse(tripChange?.agreedAt ?? from.at)
    return Math.abs(Date.parse(from.at) + byMs - agreedAt) > FARTHEST_MS
  })
  return tooFar
    ? 'Con pasajeros, máximo 48 horas antes o después de lo que reservaron. Si es más, cancela.'
    : undefined
}

export type Affected = {
  /** Who is told, in one sentence. */
  sentence: string
  /** It will be in the driver's public record. */
  marked: boolean
}

/** Who is told of the new hour and may leave; undefined when nobody is. */
export function affectedBy(move: Move): Affected | undefined {
  const open = openBookings(move.bookings)
  const byMs = byMsOf(move)
  if (byMs === 0 || open.length === 0) return undefined
  const free = open.filter(
    ({ tripChange, status, paymentMode }) =>
      Math.abs(byMs) >= FREE_FROM_MS ||
      tripChange?.mayLeaveFree ||
      status === 'requested' ||
      paymentMode === 'directo',
  ).length
  const told = plural(open.length, 'pasajero recibirá un aviso', 'pasajeros recibirán un aviso')
  const leave = open.length === 1 ? 'podrá salirse sin costo' : 'podrán salirse sin costo'
  const some = plural(free, 'podrá salirse sin costo', 'podrán salirse sin costo')
  const rest = free === open.length ? ` y ${leave}` : free > 0 ? `; ${some}` : ''
  return { sentence: `${told}${rest}.`, marked: isMarked(move, open, byMs) }
}

function isMarked({ trip, now }: Move, open: readonly BookingView[], byMs: number): boolean {
  const departs = Date.parse(trip.departsAt)
  const soon = Math.min(departs, departs + byMs) - now.getTime() < LAST_DAY_MS
  return soon && Math.abs(byMs) >= MARKED_MS && open.some(({ status }) => status === 'confirmed')
}

/** `Ana: vie, 27 de nov · 6:00 a. m. → 7:00 a. m.`, in parts. */
export function hoursOf(booking: BookingView, move: Pick<Move, 'trip' | 'moment'>) {
  const before = Date.parse(booking.from.at)
  return { before: dateTime(before), after: dateTime(before + byMsOf(move)) }
}
