import { startOfBogotaDate } from '#server/platform/clock.ts'

/** The month after YYYY-MM. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${next[0]}-${String(next[1]).padStart(2, '0')}`
}

/** Its first instant in Bogotá, and the first one after it. */
export function instantsOfMonth(month: string): { startsAt: Date; endsAt: Date } {
  return {
    startsAt: startOfBogotaDate(`${month}-01`),
    endsAt: startOfBogotaDate(`${monthAfter(month)}-01`),
  }
}
