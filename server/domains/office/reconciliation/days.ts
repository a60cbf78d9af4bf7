import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Calendar dates in Bogotá, both included. */
export type Days = { fromDay: string; untilDay: string }

/** Our own limit: a month and some days, so that one run asks a bounded number of pages. */
const DAYS_MAX = 40

export const daysAfter = (day: string, days: number) =>
  bogotaDate(addMs(startOfBogotaDate(day), days * DAY_MS))

/** Errors: `reconciliation_days`. */
export function requireDays({ fromDay, untilDay }: Days): void {
  const isBounded = fromDay <= untilDay && untilDay <= daysAfter(fromDay, DAYS_MAX)
  if (!isBounded) throw new AppError('reconciliation_days')
}

/** A day more at both ends: which time zone the dates of a list have is documented nowhere. */
export function widened({ fromDay, untilDay }: Days): Days {
  return { fromDay: daysAfter(fromDay, -1), untilDay: daysAfter(untilDay, 1) }
}

/** From the first instant to the one after the last. */
export function instantsOf({ fromDay, untilDay }: Days): { from: Date; until: Date } {
  return { from: startOfBogotaDate(fromDay), until: startOfBogotaDate(daysAfter(untilDay, 1)) }
}
