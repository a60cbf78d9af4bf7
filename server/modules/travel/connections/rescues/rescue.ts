import { RESCUE_KEEP_MINUTES } from '#contract/booking-limits.ts'
import {
  RESCUE_ASK_MINUTES,
  RESCUE_TAKE_HOURS,
  type RescueStatus,
} from '#contract/connections-rescues.ts'
import { addMs, dayAt, HOUR_MS, MINUTE_MS, quietUntil } from '#server/platform/clock.ts'

export type OfferedPart = {
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
  /** Its driver was asked and agreed, for as long as it is kept. */
  agreed?: true
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
  takeUpTo: number | null
}

export const KEEP_MS = RESCUE_KEEP_MINUTES * MINUTE_MS
/** Time in ms for which a car is kept once its driver agreed. */
export const AGREED_MS = 10 * MINUTE_MS
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

const ASK_MS = RESCUE_ASK_MINUTES * MINUTE_MS
/** Minutes before the failed pick-up at which asking ends. */
export const ASK_LAST_MINUTES = 45
/** Hours before the failed pick-up from which drivers are asked at night too. */
const NEAR_HOURS = 3

/**
 * When asking drivers ends; null at an hour when nobody is asked, or too near the pick-up. A car
 * that is kept in the evening is kept while the person is awake.
 */
export function askEnds(now: Date, picksUpAt: Date): Date | null {
  const day = dayAt(now)
  const isNear = picksUpAt <= addMs(now, NEAR_HOURS * HOUR_MS)
  const last = addMs(picksUpAt, -ASK_LAST_MINUTES * MINUTE_MS)
  const ends = [addMs(now, ASK_MS), last, ...(isNear ? [] : [addMs(day.to, -AGREED_MS)])]
  const end = new Date(Math.min(...ends.map((time) => time.getTime())))
  return (isNear || day.from <= now) && end > addMs(now, SHORTEST_MS) ? end : null
}

/** The morning until which a search waits that found no car too late in the evening to ask. */
export function morningAfter(now: Date, picksUpAt: Date): Date | null {
  const asked = addMs(now, AGREED_MS + SHORTEST_MS)
  const begins = keepBegins(asked, picksUpAt)
  return begins > asked ? begins : null
}

/** The next step: `search` runs at first, each morning, after its change, or without a yes. */
export function nextStep(
  rescue: Pick<Rescue, 'status' | 'expiresAt'> | undefined,
  keeps: readonly { stands: boolean }[],
  now: Date,
): 'search' | 'expire' | 'nothing' {
  if (!rescue) return 'search'
  const isDue = addMs(now, rescue.status === 'offered' ? SHORTEST_MS : 0) >= rescue.expiresAt
  if (rescue.status === 'waiting' || rescue.status === 'asked') return isDue ? 'search' : 'nothing'
  if (rescue.status !== 'offered') return 'nothing'
  if (now >= rescue.expiresAt) return 'expire'
  if (keeps.length > 0 && keeps.every(({ stands }) => stands)) return 'nothing'
  return isDue ? 'expire' : 'search'
}

/**
 * Whether the kept car can be booked: during the keep, and, while it has seats, for two hours. The
 * word of a driver who was asked counts only during the keep.
 */
export function mayTake(
  { status, expiresAt, offer }: Pick<Rescue, 'status' | 'expiresAt' | 'offer'>,
  now: Date,
) {
  const isOffer = status === 'offered' || status === 'expired'
  const hours = offer.kept?.agreed ? 0 : RESCUE_TAKE_HOURS
  return isOffer && now < addMs(expiresAt, hours * HOUR_MS)
}
