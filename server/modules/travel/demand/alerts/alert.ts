import type { ListTerms, ShownAlertTerms } from '#contract/alerts.ts'
import { LIST_NOTICE } from '#contract/limits.ts'
import { bogotaDate } from '#server/platform/clock.ts'

/** A saved search. */
export type Alert = ShownAlertTerms &
  ListTerms & {
    id: string
    userId: string
    fromPlace: string
    toPlace: string
    status: 'active' | 'stopped'
    createdAt: Date
    /** Whether it buys the first seat that fits. */
    buys: boolean
    /** What a list bought or asked for; null while it waits. */
    bookingId: string | null
  }

/** The wishes of an alert that buys nothing. */
export const NO_LIST: ListTerms = {
  earliestMinute: 0,
  latestMinute: 1440,
  noticeMinutes: LIST_NOTICE.usual,
  atNight: false,
  womenOnly: false,
  verifiedOnly: false,
  withChange: false,
  pets: false,
  wheelchair: false,
}

/** Whether no trip that departs today or later can match the alert. */
export function isOver(alert: Pick<Alert, 'until'>, now: Date): boolean {
  return alert.until < bogotaDate(now)
}
