/** Fewest minutes of a change, and those that do not depend on the first part. */
export const CHANGE = { least: 45, fixed: 30 } as const

/**
 * Minutes that a change of car needs after a first part of this many minutes, so that most delays
 * of the first car fit in: 2 h → 48, 6 h → 84 (decision 73). `changeMinutes` is the same in SQL.
 */
export function changeMinutesOf(partMinutes: number): number {
  return Math.max(CHANGE.least, CHANGE.fixed + Math.ceil((3 * partMinutes) / 20))
}
