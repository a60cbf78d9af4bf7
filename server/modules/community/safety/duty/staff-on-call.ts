import { ROSTER_DAYS } from '#contract/duty-limits.ts'
import { rolesWith } from '#contract/permissions.ts'
import { listStaff, type StaffRow } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'

/** Lists team members who can take an emergency. */
export function listResponders(reader: Reader): Promise<StaffRow[]> {
  return listStaff(reader, rolesWith('incidents.handle'))
}

export function listManagers(reader: Reader): Promise<StaffRow[]> {
  return listStaff(reader, rolesWith('staff.manage'))
}

/** Start of the hour that contains an instant. */
export function hourOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS)
}

/** Period that the roster should cover. */
export function rosterSpan(now: Date): { from: Date; to: Date } {
  const from = hourOf(now)
  return { from, to: addMs(from, ROSTER_DAYS * DAY_MS) }
}

/** Joins ordered hours into spans without gaps. */
export function spansOf(hours: readonly Date[]): { from: Date; to: Date }[] {
  const spans: { from: Date; to: Date }[] = []
  for (const hour of hours) {
    const last = spans.at(-1)
    const to = addMs(hour, HOUR_MS)
    if (last?.to.getTime() === hour.getTime()) last.to = to
    else spans.push({ from: hour, to })
  }
  return spans
}
