import { PHONES_AHEAD_HOURS } from '#contract/booking-limits.ts'
import { FINISH_UNDO_MINUTES, isDoubtful } from '#contract/press-rules.ts'
import type { Booking } from '#server/modules/travel/bookings/index.ts'
import { boardingOpensAt, type TripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** An arrival; `countsAt`: the planned time of one that came too early to be true, else null. */
export type Arrival = { seq: number; at: Date; countsAt: Date | null }

/** Progress of a trip as recorded by the driver; arrivals in order of the corridor. */
export type Journey = {
  startedAt: Date | null
  finishedAt: Date | null
  /** From when the end counts for others; it can be undone until then. */
  finishCountsAt: Date | null
  arrivals: readonly Arrival[]
}

export const NOT_STARTED: Journey = {
  startedAt: null,
  finishedAt: null,
  finishCountsAt: null,
  arrivals: [],
}

/** Time in ms in which an arrival can be undone. */
export const UNDO_MS = 2 * MINUTE_MS
/** Time in ms in which the end can be undone. */
export const FINISH_UNDO_MS = FINISH_UNDO_MINUTES * MINUTE_MS
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
  return trip.status !== 'published' || now > addMs(trip.arrivesAt, OPEN_AFTER_MS)
}

/** Whether driver and passengers see phone numbers: that day, or 12 hours before departure. */
export function showsPhones(trip: Trip, now: Date): boolean {
  const isDay = bogotaDate(now) === bogotaDate(trip.departsAt)
  return (
    !isClosed(trip, now) && (isDay || now >= addMs(trip.departsAt, -PHONES_AHEAD_HOURS * HOUR_MS))
  )
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

/** Returns the arrival that can still be undone: a fresh one, or one in doubt. */
export function undoable(trip: Trip, journey: Journey, now: Date): Arrival | undefined {
  const last = lastArrival(journey)
  if (!last || !isMoving(trip, journey, now)) return undefined
  return last.countsAt !== null || now <= addMs(last.at, UNDO_MS) ? last : undefined
}

/** Whether the driver can take back the end of the journey, which does not count yet. */
export function mayUndoFinish({ finishCountsAt }: Journey, now: Date): boolean {
  return finishCountsAt !== null && now < finishCountsAt
}

/** Whether the end came too early to be true, and nobody has confirmed it. */
export function isFinishDoubtful({ finishedAt, finishCountsAt }: Journey): boolean {
  return !!finishedAt && !!finishCountsAt && finishCountsAt > addMs(finishedAt, FINISH_UNDO_MS)
}

/** The journey without presses that are in doubt at an instant; without one, at any time. */
export function believed(journey: Journey, now?: Date): Journey {
  const counts = (at: Date | null) => at === null || (now !== undefined && at <= now)
  const ended = !isFinishDoubtful(journey) || counts(journey.finishCountsAt)
  return {
    ...journey,
    finishedAt: ended ? journey.finishedAt : null,
    arrivals: journey.arrivals.filter(({ countsAt }) => counts(countsAt)),
  }
}

/** Whether a press at this stop came too early to be true (contract/press-rules.ts). */
export function isTooEarly(stops: readonly Stop[], journey: Journey, press: Stop): boolean {
  const asked = stops.map(({ seq, at }, row) => {
    const reached = journey.arrivals.find((arrival) => arrival.seq === seq)?.at
    const left = reached ?? (row === 0 ? journey.startedAt : null)
    return { plannedAt: at.getTime(), reachedAt: left?.getTime() ?? null }
  })
  return isDoubtful(
    asked,
    stops.findIndex(({ seq }) => seq === press.seq),
    press.at.getTime(),
  )
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

/** A booking, as far as it tells where the car must stop. */
type Rider = Pick<Booking, 'status' | 'fromSeq' | 'toSeq' | 'aboardSaidAt'>

const isInCar = ({ status, aboardSaidAt }: Rider) =>
  status === 'checked_in' || (status === 'confirmed' && aboardSaidAt !== null)

/** Whether somebody still gets on or off at a stop; elsewhere the car passes without a press. */
export function isAwaited(riders: readonly Rider[], seq: number): boolean {
  return riders.some((rider) => {
    if (isInCar(rider)) return rider.toSeq === seq
    return rider.status === 'confirmed' && (rider.fromSeq === seq || rider.toSeq === seq)
  })
}

/**
 * Returns the delay in whole minutes: at the last press, or by which the next stop is overdue where
 * somebody gets on or off; until the car has left also the first one. Never negative, because
 * nobody leaves before the promised time.
 */
export function delayMinutes(
  journey: Journey,
  { places, riders }: { places: readonly Stop[]; riders: readonly Rider[] },
  now: Date,
): number {
  const { startedAt, finishedAt } = journey
  const last = lastArrival(journey) ?? (startedAt ? { seq: 0, at: startedAt } : undefined)
  const plan = places.find(({ seq }) => seq === last?.seq)
  const atLast = last && plan ? last.at.getTime() - plan.at.getTime() : 0
  const hasLeft = last !== undefined || riders.some(isInCar)
  const next = stopsAhead(places, journey).find(
    ({ seq }) => isAwaited(riders, seq) || (seq === 0 && !hasLeft),
  )
  const waiting = next && !finishedAt ? now.getTime() - next.at.getTime() : 0
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
