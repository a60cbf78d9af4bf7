import { type PublishTrip, returnIdOf } from '#server/domains/travel/trips/trips.public.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** Trips of a series are published this many days ahead. */
const DAYS_AHEAD = 30

/** The trip that is published each day; times are relative to the departure. */
type SeriesTemplate = Omit<PublishTrip, 'departsAt' | 'returnTrip'> & {
  returnTrip?: Omit<NonNullable<PublishTrip['returnTrip']>, 'departsAt'> & {
    minutesAfter: number
  }
}

export type Series = {
  id: string
  driverId: string
  status: 'active' | 'paused' | 'stopped'
  template: SeriesTemplate
  /** Minutes after midnight in Bogotá. */
  departsMinute: number
  /** Monday is 1, Sunday is 7. */
  weekdays: number[]
  /** Dates are YYYY-MM-DD. */
  startsOn: string
  until: string | null
  doneUntil: string | null
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
): string[] {
  const today = bogotaDate(now)
  const horizon = horizonAt(now)
  const last = series.until && series.until < horizon ? series.until : horizon
  const dates: string[] = []
  for (let date = today; date <= last; date = datePlus(date, 1)) {
    if (date < series.startsOn || !series.weekdays.includes(weekdayOf(date))) continue
    if (departureOn(series, date) > now) dates.push(date)
  }
  return dates
}

/** Builds the request that publishes one day. */
export function tripOn(series: Pick<Series, 'template' | 'departsMinute'>, date: string) {
  const departsAt = departureOn(series, date)
  const { returnTrip, ...rest } = series.template
  const trip: PublishTrip = { ...rest, departsAt: departsAt.toISOString() }
  if (!returnTrip) return trip
  const { minutesAfter, ...back } = returnTrip
  const returnAt = addMs(departsAt, minutesAfter * MINUTE_MS)
  return { ...trip, returnTrip: { ...back, departsAt: returnAt.toISOString() } }
}

/** Extracts the repeating part of a trip, and the date and time of its first departure. */
export function seriesOf(trip: PublishTrip) {
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
