import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Calendar dates in Bogotá, both included. */
export type Days = { fromDay: string; untilDay: string }

/** Limit of days in one run, so that it requests a bounded number of pages. */
const DAYS_MAX = 40

export const daysAfter = (day: string, days: number) =>
  bogotaDate(addMs(startOfBogotaDate(day), days * DAY_MS))

/** Checks the order and number of the days. Errors: `reconciliation_days`. */
export function requireDays({ fromDay, untilDay }: Days): void {
  const isBounded = fromDay <= untilDay && untilDay <= daysAfter(fromDay, DAYS_MAX)
  if (!isBounded) throw new AppError('reconciliation_days')
}

/** Widens the days by one at both ends: the time zone of the gateway's dates is undocumented. */
export function widened({ fromDay, untilDay }: Days): Days {
  return { fromDay: daysAfter(fromDay, -1), untilDay: daysAfter(untilDay, 1) }
}

/** Returns the first instant of the days, and the first instant after them. */
export function instantsOf({ fromDay, untilDay }: Days): { from: Date; until: Date } {
  return { from: startOfBogotaDate(fromDay), until: startOfBogotaDate(daysAfter(untilDay, 1)) }
}
