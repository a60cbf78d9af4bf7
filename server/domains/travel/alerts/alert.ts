import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** A saved search. */
export type Alert = {
  id: string
  userId: string
  fromPlace: string
  toPlace: string
  /** First and last day of boarding, in Bogotá. */
  since: string
  until: string
  seats: number
  /** Of one seat; null for any price. */
  maxPrice: number | null
  status: 'active' | 'stopped'
  createdAt: Date
}

/** Whether a trip that departs today or later can still fit. */
export function isOver(alert: Pick<Alert, 'until'>, now: Date): boolean {
  return alert.until < bogotaDate(now)
}

/** The date so many days after another. */
export function daysAfter(date: string, days: number): string {
  return bogotaDate(addMs(startOfBogotaDate(date), days * DAY_MS))
}
