import {
  boardingOpensAt,
  statusAt,
  type TripFacts,
} from '#server/domains/travel/trips/trips.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

export type Arrival = { seq: number; at: Date }

/** Progress of a trip as recorded by the driver; arrivals in order of the corridor. */
export type Journey = {
  startedAt: Date | null
  finishedAt: Date | null
  arrivals: readonly Arrival[]
}

export const NOT_STARTED: Journey = { startedAt: null, finishedAt: null, arrivals: [] }

/** Time in ms in which an arrival can be undone. */
export const UNDO_MS = 2 * MINUTE_MS
/** Time in ms after the planned end in which arrivals are recorded and phone numbers shown. */
const OPEN_AFTER_MS = DAY_MS

type Trip = Pick<TripFacts, 'status' | 'departsAt' | 'arrivesAt'>
type Stop = { seq: number; at: Date }

export function stateOf(journey: Journey): 'not_started' | 'on_the_way' | 'finished' {
  if (journey.finishedAt) return 'finished'
  return journey.startedAt ? 'on_the_way' : 'not_started'
}

/** Whether the trip is cancelled, completed, or more than a day past its planned arrival. */
export function isClosed(trip: Trip, now: Date): boolean {
  const status = statusAt(trip, now)
  const open = status === 'published' || status === 'in_progress'
  return !open || now > addMs(trip.arrivesAt, OPEN_AFTER_MS)
}

/** Time in ms before departure; a trip that leaves before dawn is prepared the evening before. */
const PHONES_AHEAD_MS = 12 * HOUR_MS

/** Whether driver and passengers see phone numbers: that day, or 12 hours before departure. */
export function showsPhones(trip: Trip, now: Date): boolean {
  const isDay = bogotaDate(now) === bogotaDate(trip.departsAt)
  return !isClosed(trip, now) && (isDay || now >= addMs(trip.departsAt, -PHONES_AHEAD_MS))
}

/** Returns the period in which the driver can start the journey. */
export function startWindow(trip: Trip): { from: Date; until: Date } {
  return { from: boardingOpensAt(trip), until: trip.arrivesAt }
}

export function mayStart(trip: Trip, journey: Journey, now: Date): boolean {
  const { from, until } = startWindow(trip)
  return !journey.startedAt && !isClosed(trip, now) && now >= from && now < until
}

/** Whether the journey is started, not finished and not closed. */
export function isMoving(trip: Trip, journey: Journey, now: Date): boolean {
  return stateOf(journey) === 'on_the_way' && !isClosed(trip, now)
}

export function lastArrival(journey: Journey): Arrival | undefined {
  return journey.arrivals.at(-1)
}

/** Lists the stops after the last arrival, any of which can be recorded next. */
export function stopsAhead<S extends Stop>(stops: readonly S[], journey: Journey): S[] {
  const last = lastArrival(journey)?.seq ?? -1
  return stops.filter((stop) => stop.seq > last)
}

/** Returns the arrival that can still be undone. */
export function undoable(trip: Trip, journey: Journey, now: Date): Arrival | undefined {
  const last = lastArrival(journey)
  const fresh = last !== undefined && now <= addMs(last.at, UNDO_MS)
  return fresh && isMoving(trip, journey, now) ? last : undefined
}

/** Whether the journey can finish: at the last stop, or after the planned end. */
export function mayFinish(
  trip: Pick<TripFacts, 'arrivesAt'>,
  journey: Journey,
  stops: readonly Stop[],
  now: Date,
): boolean {
  if (stateOf(journey) !== 'on_the_way') return false
  return stopsAhead(stops, journey).length === 0 || now >= trip.arrivesAt
}

/**
 * Returns the delay in whole minutes at the last stop, or by which the next stop is overdue. Never
 * negative, because nobody leaves before the promised time.
 */
export function delayMinutes(journey: Journey, stops: readonly Stop[], now: Date): number {
  const last = lastArrival(journey)
  const lastPlan = stops.find((stop) => stop.seq === last?.seq)
  const next = stopsAhead(stops, journey)[0]
  const atLast = last && lastPlan ? last.at.getTime() - lastPlan.at.getTime() : 0
  const waiting = next && !journey.finishedAt ? now.getTime() - next.at.getTime() : 0
  return Math.floor(Math.max(0, atLast, waiting) / MINUTE_MS)
}

/** Least delay in minutes that counts as late. */
const LATE_FROM_MINUTES = 5

/** Whether a delay, in minutes, is told to driver and passengers. */
export function isLate(journey: Pick<Journey, 'finishedAt'>, delay: number): boolean {
  return journey.finishedAt === null && delay >= LATE_FROM_MINUTES
}

/** Returns the recorded or expected arrival at a stop. */
export function expectedAt(stop: Stop, journey: Journey, delay: number): Date {
  const arrival = journey.arrivals.find((each) => each.seq === stop.seq)
  return arrival?.at ?? addMs(stop.at, delay * MINUTE_MS)
}
