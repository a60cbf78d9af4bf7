import { ROSTER_DAYS } from '#contract/duty-limits.ts'
import { rolesWith } from '#contract/permissions.ts'
import { listStaff, type StaffRow } from '#server/domains/people/users/users.public.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'

/** Everybody who may take an emergency. */
export function listResponders(reader: Reader): Promise<StaffRow[]> {
  return listStaff(reader, rolesWith('incidents.handle'))
}

/** Everybody who sets the roster. */
export function listManagers(reader: Reader): Promise<StaffRow[]> {
  return listStaff(reader, rolesWith('staff.manage'))
}

/** The beginning of the hour. */
export function hourOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS)
}

/** The hours that the roster should cover. */
export function rosterSpan(now: Date): { from: Date; to: Date } {
  const from = hourOf(now)
  return { from, to: addMs(from, ROSTER_DAYS * DAY_MS) }
}

/** Hours in order, as spans without a break. */
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
