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

/** Long enough for a payment by PSE, short enough for whoever waits for the seat. */
export const KEEP_MS = 10 * MINUTE_MS
/** With the one extension: nobody has to hurry, and nobody keeps a seat without paying. */
export const KEEP_LONGEST_MS = 2 * KEEP_MS

/** How often one person may take seats off the market without paying. */
export const KEEPS_PER_TRIP = 3
export const KEEPS_PER_DAY = 12
export const KEEPS_WINDOW_MS = DAY_MS

/** When a keep made now ends: never after the pick-up, when nobody can book any more. */
export function keepUntil(createdAt: Date, picksUpAt: Date, lengthMs = KEEP_MS): Date {
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
