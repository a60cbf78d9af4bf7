// Office time of the team: opening hours without holidays.
import { officeHoursOn } from '#contract/office-hours.ts'
import { QUEUE_OFFICE_HOURS } from '#contract/team-queues.ts'
import {
  addMs,
  addOpenMs,
  bogotaDate,
  DAY_MS,
  daysAfter,
  earlier,
  HOUR_MS,
  hoursOn,
  later,
  type Span,
  startOfBogotaDate,
} from './clock.ts'

/** Opening hours on a date in Bogotá (YYYY-MM-DD); null on holidays. */
export function officeDay(date: string): Span | null {
  const hours = officeHoursOn(date)
  return hours && hoursOn(date, ...hours)
}

/** Returns the instant at which `ms` of office time have passed since `from`. */
export function addOfficeMs(from: Date, ms: number): Date {
  return addOpenMs(from, ms, officeDay)
}

/** By when the team works on what has waited for it since then and has no time of its own. */
export function queueDueAt(since: Date): Date {
  return addOfficeMs(since, QUEUE_OFFICE_HOURS * HOUR_MS)
}

/** Returns the last instant of office time that is not after `at`. */
export function backToOffice(at: Date): Date {
  for (let midnight = startOfBogotaDate(bogotaDate(at)); ; midnight = addMs(midnight, -DAY_MS)) {
    const day = officeDay(bogotaDate(midnight))
    if (day && day.from < at) return earlier(at, day.to)
  }
}

/** Measures office time between two instants in ms; 0 when `to` is not after `from`. */
export function officeMsBetween(from: Date, to: Date): number {
  let sum = 0
  const last = bogotaDate(to)
  for (let date = bogotaDate(from); date <= last; date = daysAfter(date, 1)) {
    const day = officeDay(date)
    if (!day) continue
    const ms = earlier(to, day.to).getTime() - later(from, day.from).getTime()
    sum += Math.max(0, ms)
  }
  return sum
}
