import type { QueueLoad } from '#contract/back-office-today.ts'
import type { Urgency } from '#contract/urgency.ts'
import { duration, plural } from '#web/lib/format.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Minutes before the due time from which a queue is urgent. */
const URGENT_MINUTES = 120

/** Formats the time between two instants: `menos de 1 min`, `45 min`, `5 h 10 min`, `3 días`. */
export function span(from: number, to: number): string {
  const minutes = Math.max(0, Math.floor((to - from) / MINUTE_MS))
  if (minutes === 0) return 'menos de 1 min'
  if (minutes < DAY_MINUTES) return duration(minutes)
  return plural(Math.floor(minutes / DAY_MINUTES), 'día', 'días')
}

export function isLate({ dueAt }: Pick<QueueLoad, 'dueAt'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) <= now
}

export type QueueClock = { tone: 'err' | 'urgent' | 'warn' | 'neutral'; text: string }

/** Returns the clock of a due time with the size of a lateness; null without a due time. */
export function clockOf(
  dueAt: string | null,
  now: number,
  urgency: Urgency = 'waiting',
): QueueClock | null {
  if (dueAt === null) return null
  const due = Date.parse(dueAt)
  if (urgency === 'travel') {
    // Whether the car came is not known here: who still waits for it is the most urgent.
    const text = due <= now ? `Salía hace ${span(due, now)}` : `Sale en ${span(now, due)}`
    return { tone: 'urgent', text }
  }
  if (due <= now) return { tone: 'err', text: `${capital(span(due, now))} tarde` }
  const tone = due - now <= URGENT_MINUTES * MINUTE_MS ? 'warn' : 'neutral'
  const left = span(now, due)
  return { tone, text: `${/^(1 \S+|menos.*)$/.test(left) ? 'Queda' : 'Quedan'} ${left}` }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
