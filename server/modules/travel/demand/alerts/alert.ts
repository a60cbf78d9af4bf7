import type { ShownAlertTerms } from '#contract/alerts.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** A saved search. */
export type Alert = ShownAlertTerms & {
  id: string
  userId: string
  fromPlace: string
  toPlace: string
  status: 'active' | 'stopped'
  createdAt: Date
}

/** Whether no trip that departs today or later can match the alert. */
export function isOver(alert: Pick<Alert, 'until'>, now: Date): boolean {
  return alert.until < bogotaDate(now)
}

/** Returns the date that many days later. */
export function daysAfter(date: string, days: number): string {
  return bogotaDate(addMs(startOfBogotaDate(date), days * DAY_MS))
}
