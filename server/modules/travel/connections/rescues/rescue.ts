import { RESCUE_KEEP_MINUTES } from '#contract/booking-limits.ts'
import { RESCUE_TAKE_HOURS, type RescueStatus } from '#contract/connections-rescues.ts'
import { addMs, dayAt, HOUR_MS, MINUTE_MS, quietUntil } from '#server/platform/clock.ts'

type OfferedPart = {
  tripId: string
  fromSeq: number
  toSeq: number
  departsAt: string
  arrivesAt: string
}

/** A journey of one or two parts, as it is stored with the rescue. */
export type Car = {
  parts: OfferedPart[]
  /** Pesos for all seats when the driver failed. */
  price: number
  /** SafePoint of the change of car; null with one car. */
  changePointId: string | null
  /** Why it is shown and never kept; null: it can be kept. */
  note: 'same_driver' | 'audience' | null
}

/** Row of `rescues`; money in pesos. */
export type Rescue = {
  bookingId: string
  personId: string
  status: RescueStatus
  offer: { kept: Car | null; others: Car[] }
  fareBefore: number
  fareOffered: number | null
  coverPesos: number
  newBookingIds: string[]
  expiresAt: Date
}

export const KEEP_MS = RESCUE_KEEP_MINUTES * MINUTE_MS
/** A keep that could not last this long, in ms, is not begun. */
const SHORTEST_MS = MINUTE_MS

/**
 * When the keep begins: now, or at 7:00 when a driver failed at night and the pick-up is after
 * 10:00, else the twenty minutes would pass while the person sleeps.
 */
export function keepBegins(now: Date, picksUpAt: Date): Date {
  const { from } = dayAt(now)
  return from > now && picksUpAt > quietUntil(now) ? from : now
}

/** What happens next: `search` finds a car, at first, in the morning, or after a change of it. */
export function nextStep(
  rescue: Pick<Rescue, 'status' | 'expiresAt'> | undefined,
  keeps: readonly { stands: boolean }[],
  now: Date,
): 'search' | 'expire' | 'nothing' {
  if (!rescue) return 'search'
  const isDue = addMs(now, rescue.status === 'offered' ? SHORTEST_MS : 0) >= rescue.expiresAt
  if (rescue.status === 'waiting') return isDue ? 'search' : 'nothing'
  if (rescue.status !== 'offered') return 'nothing'
  if (now >= rescue.expiresAt) return 'expire'
  if (keeps.length > 0 && keeps.every(({ stands }) => stands)) return 'nothing'
  return isDue ? 'expire' : 'search'
}

/** Whether the kept car can be booked: during the keep, and, while it has seats, for two hours. */
export function mayTake({ status, expiresAt }: Pick<Rescue, 'status' | 'expiresAt'>, now: Date) {
  const isOffer = status === 'offered' || status === 'expired'
  return isOffer && now < addMs(expiresAt, RESCUE_TAKE_HOURS * HOUR_MS)
}
