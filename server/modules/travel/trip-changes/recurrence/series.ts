import { z } from 'zod'
import { PublishBody } from '#contract/trips.ts'
import { returnIdOf, type TripRequest } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Trips of a series are published this many days ahead. */
const DAYS_AHEAD = 30

/** The trip that is published each day, as it is stored; times are relative to the departure. */
export const SeriesTemplate = PublishBody.omit({ departsAt: true }).extend({
  returnTrip: PublishBody.shape.returnTrip
    .unwrap()
    .omit({ departsAt: true })
    .extend({ minutesAfter: z.int() })
    .optional(),
})
type SeriesTemplate = z.input<typeof SeriesTemplate>

export type Series = {
  id: string
  driverId: string
  status: 'active' | 'paused' | 'stopped'
  /** Null when this release cannot read what was stored: then no day is published. */
  template: SeriesTemplate | null
  /** Minutes after midnight in Bogotá. */
  departsMinute: number
  /** Monday is 1, Sunday is 7. */
  weekdays: number[]
  /** Dates are YYYY-MM-DD. */
  startsOn: string
  until: string | null
  doneUntil: string | null
  createdAt: Date
}

/** Returns the weekday of a calendar date, Monday 1 to Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7
}

export function datePlus(date: string, days: number): string {
  return addMs(new Date(`${date}T00:00:00.000Z`), days * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

export function departureOn(series: Pick<Series, 'departsMinute'>, date: string): Date {
  return addMs(startOfBogotaDate(date), series.departsMinute * MINUTE_MS)
}

/** Returns the last day that is published by now. */
export function horizonAt(now: Date): string {
  return datePlus(bogotaDate(now), DAYS_AHEAD)
}

/** Lists the days of the series still to depart, up to the horizon, in order. */
export function datesDue(
  series: Pick<Series, 'weekdays' | 'startsOn' | 'until' | 'departsMinute'>,
  now: Date,
  horizon = horizonAt(now),
): string[] {
  const today = bogotaDate(now)
  const last = series.until && series.until < horizon ? series.until : horizon
  const dates: string[] = []
  for (let date = today; date <= last; date = datePlus(date, 1)) {
    if (date < series.startsOn || !series.weekdays.includes(weekdayOf(date))) continue
    if (departureOn(series, date) > now) dates.push(date)
  }
  return dates
}

/** Sentence for the driver of a stored trip that this release cannot read. */
export const TRIP_UNREADABLE =
  'Guardaste este viaje con una versión anterior y ya no podemos leerlo. Publícalo otra vez.'

/** Builds the request that publishes one day. Errors: `invalid_request` for an unread template. */
export function tripOn(series: Pick<Series, 'template' | 'departsMinute'>, date: string) {
  if (!series.template) throw new AppError('invalid_request', { message: TRIP_UNREADABLE })
  const departsAt = departureOn(series, date)
  const { returnTrip, ...rest } = series.template
  const trip: TripRequest = { ...rest, departsAt: departsAt.toISOString() }
  if (!returnTrip) return trip
  const { minutesAfter, ...back } = returnTrip
  const returnAt = addMs(departsAt, minutesAfter * MINUTE_MS)
  return { ...trip, returnTrip: { ...back, departsAt: returnAt.toISOString() } }
}

/** Extracts the repeating part of a trip, and the date and time of its first departure. */
export function seriesOf(trip: TripRequest) {
  const { departsAt, returnTrip, ...rest } = trip
  const departure = new Date(departsAt)
  const startsOn = bogotaDate(departure)
  const minutes = (later: Date, earlier: Date) =>
    Math.round((later.getTime() - earlier.getTime()) / MINUTE_MS)
  const departsMinute = minutes(departure, startOfBogotaDate(startsOn))
  if (!returnTrip) return { template: rest, departsMinute, startsOn }
  const { departsAt: returnAt, ...back } = returnTrip
  const minutesAfter = minutes(new Date(returnAt), departure)
  return { template: { ...rest, returnTrip: { ...back, minutesAfter } }, departsMinute, startsOn }
}

/** Ids of the trips of a published day; without a return trip nothing has the second id. */
export function tripsOfDay(tripId: string): string[] {
  return [tripId, returnIdOf(tripId)]
}
