/** The only source of the current time; tests inject their own clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Difference between two clocks from which one is wrong. A stored window that ends more than this
 * after now and its own length was written by a wrong clock, and counts as over; less is the
 * difference between two processes.
 */
export const CLOCK_WRONG_MS = 2 * MINUTE_MS

/** Colombia has had no daylight saving since 1993: always UTC−5. */
export const BOGOTA_OFFSET_MS = -5 * HOUR_MS

/** Returns the calendar date of an instant in Bogotá, YYYY-MM-DD. */
export function bogotaDate(instant: Date): string {
  return new Date(instant.getTime() + BOGOTA_OFFSET_MS).toISOString().slice(0, 10)
}

/** Formats an instant in Bogotá for files: `2026-11-30 22:30`. */
export function bogotaMinute(instant: Date): string {
  return addMs(instant, BOGOTA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}

/** Returns the instant at which a calendar date begins in Bogotá. */
export function startOfBogotaDate(date: string): Date {
  return new Date(new Date(`${date}T00:00:00.000Z`).getTime() - BOGOTA_OFFSET_MS)
}

/** Returns the calendar date that many days later. */
export function daysAfter(date: string, days: number): string {
  return bogotaDate(addMs(startOfBogotaDate(date), days * DAY_MS))
}

/** Returns the instant at which the month of an instant began in Bogotá. */
export function startOfBogotaMonth(now: Date): Date {
  return startOfBogotaDate(`${bogotaDate(now).slice(0, 7)}-01`)
}

export type Span = { from: Date; to: Date }

/** Returns the span between two full hours of a date in Bogotá. */
export function hoursOn(date: string, from: number, to: number): Span {
  const midnight = startOfBogotaDate(date)
  return { from: addMs(midnight, from * HOUR_MS), to: addMs(midnight, to * HOUR_MS) }
}

/** The hours of the day, 7:00 to 21:00 in Bogotá, that are not over at `now`: people are awake. */
export function dayAt(now: Date): Span {
  const today = hoursOn(bogotaDate(now), 7, 21)
  return now < today.to ? today : hoursOn(bogotaDate(addMs(now, DAY_MS)), 7, 21)
}

/** At night 10:00 of the morning: a later pick-up can wait until people wake; by day `now`. */
export function quietUntil(now: Date): Date {
  const { from } = dayAt(now)
  return from <= now ? now : addMs(from, 3 * HOUR_MS)
}

/** Returns the instant at which `ms` of open time have passed since `from`. */
export function addOpenMs(from: Date, ms: number, openOn: (date: string) => Span | null): Date {
  let left = ms
  for (let date = bogotaDate(from); ; date = daysAfter(date, 1)) {
    const day = openOn(date)
    const start = day && day.from > from ? day.from : from
    const room = day ? day.to.getTime() - start.getTime() : 0
    if (room > 0 && left <= room) return addMs(start, left)
    left -= Math.max(0, room)
  }
}

/** Returns the earlier of two instants. */
export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** Returns the later of two instants. */
export function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
