import { statusAt, type TripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

export type Arrival = { seq: number; at: Date }

/** What a driver recorded of a trip; arrivals in order of the corridor. */
export type Journey = {
  startedAt: Date | null
  finishedAt: Date | null
  arrivals: readonly Arrival[]
}

export const NOT_STARTED: Journey = { startedAt: null, finishedAt: null, arrivals: [] }

/** A journey starts at most this long before departure. */
const START_AHEAD_MS = 60 * MINUTE_MS
/** An arrival can be undone so long. */
export const UNDO_MS = 2 * MINUTE_MS
/** Arrivals are recorded, and phones shown, until so long after the planned end. */
const OPEN_AFTER_MS = DAY_MS

type Trip = Pick<TripFacts, 'status' | 'departsAt' | 'arrivesAt'>
type Stop = { seq: number; at: Date }

export function stateOf(journey: Journey): 'not_started' | 'on_the_way' | 'finished' {
  if (journey.finishedAt) return 'finished'
  return journey.startedAt ? 'on_the_way' : 'not_started'
}

/** Cancelled, completed, or more than a day past its planned arrival. */
export function isClosed(trip: Trip, now: Date): boolean {
  const status = statusAt(trip, now)
  const open = status === 'published' || status === 'in_progress'
  return !open || now > addMs(trip.arrivesAt, OPEN_AFTER_MS)
}

/** A trip that leaves before dawn is prepared the evening before. */
const PHONES_AHEAD_MS = 12 * HOUR_MS

/** Whether driver and passengers may see each other's number: on the day of travel. */
export function showsPhones(trip: Trip, now: Date): boolean {
  const isDay = bogotaDate(now) === bogotaDate(trip.departsAt)
  return !isClosed(trip, now) && (isDay || now >= addMs(trip.departsAt, -PHONES_AHEAD_MS))
}

/** From and until when the driver may start. */
export function startWindow(trip: Trip): { from: Date; until: Date } {
  return { from: addMs(trip.departsAt, -START_AHEAD_MS), until: trip.arrivesAt }
}

export function mayStart(trip: Trip, journey: Journey, now: Date): boolean {
  const { from, until } = startWindow(trip)
  return !journey.startedAt && !isClosed(trip, now) && now >= from && now < until
}

/** Started, not finished and not closed. */
export function isMoving(trip: Trip, journey: Journey, now: Date): boolean {
  return stateOf(journey) === 'on_the_way' && !isClosed(trip, now)
}

export function lastArrival(journey: Journey): Arrival | undefined {
  return journey.arrivals.at(-1)
}

/** Stops after the last arrival, which may be recorded next. */
export function stopsAhead<S extends Stop>(stops: readonly S[], journey: Journey): S[] {
  const last = lastArrival(journey)?.seq ?? -1
  return stops.filter((stop) => stop.seq > last)
}

/** The arrival that can still be undone. */
export function undoable(trip: Trip, journey: Journey, now: Date): Arrival | undefined {
  const last = lastArrival(journey)
  const fresh = last !== undefined && now <= addMs(last.at, UNDO_MS)
  return fresh && isMoving(trip, journey, now) ? last : undefined
}

/** At the last stop; or, where arrivals were not recorded, once the planned end has come. */
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
 * How late the car is, whole minutes: as late as it was at the last stop, or as the next one has
 * been waiting. Early is not late: nobody leaves before the time that was promised.
 */
export function delayMinutes(journey: Journey, stops: readonly Stop[], now: Date): number {
  const last = lastArrival(journey)
  const lastPlan = stops.find((stop) => stop.seq === last?.seq)
  const next = stopsAhead(stops, journey)[0]
  const atLast = last && lastPlan ? last.at.getTime() - lastPlan.at.getTime() : 0
  const waiting = next && !journey.finishedAt ? now.getTime() - next.at.getTime() : 0
  return Math.floor(Math.max(0, atLast, waiting) / MINUTE_MS)
}

/** Less than this is on time. */
const LATE_FROM_MINUTES = 5

/** Whether a delay, in minutes, is told to driver and passengers. */
export function isLate(journey: Pick<Journey, 'finishedAt'>, delay: number): boolean {
  return journey.finishedAt === null && delay >= LATE_FROM_MINUTES
}

/** The recorded or expected arrival at a stop. */
export function expectedAt(stop: Stop, journey: Journey, delay: number): Date {
  const arrival = journey.arrivals.find((each) => each.seq === stop.seq)
  return arrival?.at ?? addMs(stop.at, delay * MINUTE_MS)
}
