import { bogotaDate, daysAfter, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { officeMsBetween } from '#server/platform/office-hours.ts'
import {
  type Answered,
  type Figure,
  listAnsweredIn,
  listEventFigures,
  listPeopleFigures,
} from './count-days.queries.ts'

/** Answer times are rounded up to multiples of this, so that a day has few different values. */
const STEP_MINUTES = 5

/** Dates in Bogotá, both included. */
export type Days = { first: string; last: string }

export type Part = 'events' | 'people'

/** Computes the figures of these days from the source tables; zeros are left out. */
export async function countDays(reader: Reader, part: Part, days: Days): Promise<Figure[]> {
  const span = {
    from: startOfBogotaDate(days.first),
    until: startOfBogotaDate(daysAfter(days.last, 1)),
  }
  const figures =
    part === 'people'
      ? await listPeopleFigures(reader, span)
      : [...(await listEventFigures(reader, span)), ...timesOf(await listAnsweredIn(reader, span))]
  return figures.filter(({ value }) => value !== 0)
}

/** Computes one figure per day and rounded time, so that the times of many days can be merged. */
function timesOf(answered: readonly Answered[]): Figure[] {
  const counts = new Map<string, Figure>()
  for (const { metric, askedAt, answeredAt } of answered) {
    const day = bogotaDate(answeredAt)
    const key = String(minutesOf(metric, askedAt, answeredAt))
    const place = `${metric} ${day} ${key}`
    const known = counts.get(place)
    if (known) known.value += 1
    else counts.set(place, { day, metric, key, value: 1 })
  }
  return [...counts.values()]
}

/** Rounded answer time in minutes: at all hours for safety, in office hours for the rest. */
function minutesOf(metric: string, askedAt: Date, answeredAt: Date): number {
  const ms =
    metric === 'safety_minutes'
      ? answeredAt.getTime() - askedAt.getTime()
      : officeMsBetween(askedAt, answeredAt)
  return Math.ceil(Math.max(0, ms) / MINUTE_MS / STEP_MINUTES) * STEP_MINUTES
}
