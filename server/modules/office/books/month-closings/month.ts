import { startOfBogotaDate } from '#server/platform/clock.ts'

/** Returns the month (YYYY-MM) after a month. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${next[0]}-${String(next[1]).padStart(2, '0')}`
}

/** Returns the first instant of a month in Bogotá, and the first instant after it. */
export function instantsOfMonth(month: string): { startsAt: Date; endsAt: Date } {
  return {
    startsAt: startOfBogotaDate(`${month}-01`),
    endsAt: startOfBogotaDate(`${monthAfter(month)}-01`),
  }
}
