import { KEEP_LONGEST_MINUTES, KEEP_MINUTES } from '#contract/booking-limits.ts'
import type { KeepStatus } from '#contract/seat-keeps.ts'
import { addMs, DAY_MS, earlier, MINUTE_MS } from '#server/platform/clock.ts'

/** Seats kept for a person who is topping up; `revision` is that of the trip when it was read. */
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
  /** Id of the first part's keep: both parts of a trip with one change begin and end together. */
  group: string
  part: number
}

/** Length of a keep without a top-up, in ms: enough to start a payment. */
const KEEP_MS = KEEP_MINUTES * MINUTE_MS
/** Length of a keep with a top-up, in ms: enough for a payment by PSE. */
const KEEP_LONGEST_MS = KEEP_LONGEST_MINUTES * MINUTE_MS
/** Age in ms up to which a top-up extends a keep. */
export const TOP_UP_FRESH_MS = 60 * MINUTE_MS

/** Limits per person on the number and the total time of keeps. */
export const KEEPS_PER_TRIP = 3
export const KEPT_ON_TRIP_MS = KEEP_LONGEST_MINUTES * MINUTE_MS
export const KEEPS_PER_DAY = 12
export const KEEPS_WINDOW_MS = DAY_MS
/** Least length of a keep in ms; a shorter one is refused. */
export const KEEP_SHORTEST_MS = MINUTE_MS

/**
 * Returns when a keep expires: after its length, within the person's remaining time on the trip
 * that day, and not after the pick-up. `spentMs` is the time of earlier keeps.
 */
export function keepUntil(
  createdAt: Date,
  { picksUpAt, spentMs, longest = false }: { picksUpAt: Date; spentMs: number; longest?: boolean },
): Date {
  const lengthMs = Math.min(longest ? KEEP_LONGEST_MS : KEEP_MS, KEPT_ON_TRIP_MS - spentMs)
  return earlier(addMs(createdAt, lengthMs), picksUpAt)
}

export function isOpen(keep: Pick<SeatKeep, 'status' | 'expiresAt'>, now: Date): boolean {
  return keep.status === 'open' && keep.expiresAt > now
}

/** Seats of a part, on a revision of its trip. */
export type Slot = Pick<SeatKeep, 'tripId' | 'fromSeq' | 'toSeq' | 'seats' | 'revision'>

/** Whether each part has the same seats of the same revision of the trip. */
export function sameSeats(some: readonly Slot[], others: readonly Slot[]): boolean {
  const names = ['tripId', 'fromSeq', 'toSeq', 'seats', 'revision'] as const
  const isSame = (a: Slot, b: Slot | undefined) => names.every((name) => a[name] === b?.[name])
  return some.length === others.length && some.every((part, at) => isSame(part, others[at]))
}

/** The order in which seats of several trips are locked: the lower trip id first. */
export function byTrip(a: Pick<Slot, 'tripId'>, b: Pick<Slot, 'tripId'>): number {
  return a.tripId < b.tripId ? -1 : Number(a.tripId > b.tripId)
}
