import type { PaymentMode } from '#contract/trips.ts'
import { keepStored } from '#web/lib/browser-storage.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import type { BookPlan } from './book-plan.ts'

/** What the person chose at their last bookings on this device; deleted when they sign out. */
export type BookingHabits = {
  mode?: PaymentMode
  /** The last meeting point at each place, by the id of the place. */
  points?: Record<string, string>
}

/** web/shared/access/auth/forget-session.ts deletes it. */
const KEY = 'book-habits'

export function readHabits(): BookingHabits {
  const areHabits = ({ mode = 'billetera', points = {} }: BookingHabits) =>
    ['billetera', 'directo'].includes(mode) && areTexts(...Object.values(points))
  return readStoredJson('local', KEY, areHabits) ?? {}
}

/** Stores the payment mode, if there was a choice, and the meeting points of a made booking. */
export function rememberChoices({ trip, segment, mode, points }: BookPlan): void {
  const before = readHabits()
  const placeOf = (id: string) => trip.corridor.find((stop) => stop.id === id)?.placeId
  const last = { ...before.points }
  for (const end of ['from', 'to'] as const) {
    const place = placeOf(end === 'from' ? segment.fromStopId : segment.toStopId)
    const point = points[end]
    if (place && point) last[place] = point.id
  }
  const habits: BookingHabits = {
    ...before,
    ...(trip.paymentModes.length > 1 && { mode }),
    points: last,
  }
  keepStored('local', KEY, JSON.stringify(habits))
}
