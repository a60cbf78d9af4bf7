import type { DutyShift, Roster } from '#contract/duty.ts'
import { addDays, calendarDate, theTime, time } from '#web/lib/format.ts'

/** A shift or a gap on one day; `shift` is null for a gap. */
export type RosterLine = { from: string; to: string; shift: DutyShift | null }

const startOf = (day: string) => `${day}T05:00:00.000Z`
const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The days of the roster in Bogotá, each with its shifts and gaps cut at midnight, in order. */
export function rosterDays(
  { shifts, gaps, until }: Pick<Roster, 'shifts' | 'gaps' | 'until'>,
  now: Date,
): { day: string; lines: RosterLine[] }[] {
  const spans: RosterLine[] = [
    ...shifts.map((shift) => ({ from: shift.startsAt, to: shift.endsAt, shift })),
    ...gaps.map((gap) => ({ ...gap, shift: null })),
  ]
  const days: { day: string; lines: RosterLine[] }[] = []
  for (let day = calendarDate(now); startOf(day) < until; day = addDays(day, 1)) {
    const [from, to] = [startOf(day), startOf(addDays(day, 1))]
    const lines = spans
      .filter((span) => span.from < to && span.to > from)
      .map((span) => ({ ...span, from: later(span.from, from), to: earlier(span.to, to) }))
      .sort((a, b) => a.from.localeCompare(b.from) || rank(a) - rank(b))
    days.push({ day, lines })
  }
  return days
}

/** `8:00 a. m. a 8:00 p. m.`, `Desde las 8:00 p. m.` until midnight, or `Todo el día`. */
export function hoursText(from: string, to: string): string {
  const isMidnight = (at: string) => at === startOf(calendarDate(at))
  if (!isMidnight(to)) return `${time(from)} a ${time(to)}`
  return isMidnight(from) ? 'Todo el día' : `Desde ${theTime(from)}`
}

const rank = ({ shift }: RosterLine) => (shift === null ? 0 : shift.isBackup ? 2 : 1)
