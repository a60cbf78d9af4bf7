import { type RawBuilder, sql } from 'kysely'

/** Fewest minutes of a change, and those that do not depend on the first part. */
const LEAST = 45
const FIXED = 30

/**
 * Minutes that a change of car needs after a first part of this many minutes, so that most delays
 * of the first car fit in: 2 h → 48, 6 h → 84 (decision 73).
 */
export function changeMinutesOf(partMinutes: number): number {
  return Math.max(LEAST, FIXED + Math.ceil((3 * partMinutes) / 20))
}

/** The same of part `p`, in whole minutes. */
export const changeMinutesSql: RawBuilder<unknown> = sql`
  greatest(${LEAST}::int, ${FIXED}::int + (3 * (p.to_minutes - p.from_minutes) + 19) / 20)`
