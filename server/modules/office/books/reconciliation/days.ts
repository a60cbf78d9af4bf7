import { addMs, bogotaDate, daysAfter, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Calendar dates in Bogotá, both included. */
export type Days = { fromDay: string; untilDay: string }

/** Limit of days in one run, so that it requests a bounded number of pages. */
const DAYS_MAX = 40

/** What happened later than this before a comparison can still be missing from one of its sides. */
const SETTLES_MS = 2 * HOUR_MS

/**
 * Limit of both sides of a comparison: what is not older is not judged, neither a line of the other
 * party nor a record of ours, because its event or the line can still arrive.
 */
export const settledBefore = (startedAt: Date) => addMs(startedAt, -SETTLES_MS)

/** Checks the order and number of the days. Errors: `reconciliation_days`. */
export function requireDays({ fromDay, untilDay }: Days): void {
  const isBounded = fromDay <= untilDay && untilDay <= daysAfter(fromDay, DAYS_MAX)
  if (!isBounded) throw new AppError('reconciliation_days')
}

/** Checks that all days have ended and settled: a list of a running day is not complete. */
export function requireSettledDays({ untilDay }: Days, now: Date): void {
  if (untilDay >= bogotaDate(settledBefore(now))) throw new AppError('bank_statement_running_day')
}

/** Widens the days by one at both ends: the time zone of the gateway's dates is undocumented. */
export function widened({ fromDay, untilDay }: Days): Days {
  return { fromDay: daysAfter(fromDay, -1), untilDay: daysAfter(untilDay, 1) }
}

/** Returns the first instant of the days, and the first instant after them. */
export function instantsOf({ fromDay, untilDay }: Days): { from: Date; until: Date } {
  return { from: startOfBogotaDate(fromDay), until: startOfBogotaDate(daysAfter(untilDay, 1)) }
}
