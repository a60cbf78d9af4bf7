import { KEEP_LONGEST_MINUTES, KEEP_MINUTES } from '#contract/booking-limits.ts'
import type { KeepStatus } from '#contract/seat-keeps.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** Seats that are taken for somebody who is topping up; `revision` is the trip's as it was read. */
export type SeatKeep = {
  id: string
  tripId: string
  passengerId: string
  fromSeq: number
  toSeq: number
  seats: number
  revision: number
  status: KeepStatus
  createdAt: Date
  expiresAt: Date
  closedAt: Date | null
}

/** A keep without money: long enough to start a payment, short for whoever waits for the seat. */
const KEEP_MS = KEEP_MINUTES * MINUTE_MS
/** Once a top-up is under way: long enough for a payment by PSE. */
const KEEP_LONGEST_MS = KEEP_LONGEST_MINUTES * MINUTE_MS
/** A top-up that was started longer ago than this is not under way any more. */
export const TOP_UP_FRESH_MS = 60 * MINUTE_MS

/** How often and how long one person may take seats off the market without paying. */
export const KEEPS_PER_TRIP = 3
export const KEPT_ON_TRIP_MS = KEEP_LONGEST_MINUTES * MINUTE_MS
export const KEEPS_PER_DAY = 12
export const KEEPS_WINDOW_MS = DAY_MS
/** What is left of the day's time must be worth a keep. */
export const KEEP_SHORTEST_MS = MINUTE_MS

/**
 * When a keep ends: after its length, within what is left of the person's time on the trip that
 * day, and never after the pick-up, when nobody can book any more. `spentMs`: by earlier keeps.
 */
export function keepUntil(
  createdAt: Date,
  { picksUpAt, spentMs, longest = false }: { picksUpAt: Date; spentMs: number; longest?: boolean },
): Date {
  const lengthMs = Math.min(longest ? KEEP_LONGEST_MS : KEEP_MS, KEPT_ON_TRIP_MS - spentMs)
  return new Date(Math.min(addMs(createdAt, lengthMs).getTime(), picksUpAt.getTime()))
}

/** Whether the seats are still taken for its passenger. */
export function isOpen(keep: Pick<SeatKeep, 'status' | 'expiresAt'>, now: Date): boolean {
  return keep.status === 'open' && keep.expiresAt > now
}

type Part = Pick<SeatKeep, 'tripId' | 'fromSeq' | 'toSeq' | 'seats' | 'revision'>

/** Whether two are about the same seats, at the same moment and price. */
export function sameSeats(a: Part, b: Part): boolean {
  const names = ['tripId', 'fromSeq', 'toSeq', 'seats', 'revision'] as const
  return names.every((name) => a[name] === b[name])
}
