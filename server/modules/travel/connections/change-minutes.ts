/** Fewest minutes of a change, and those that do not depend on the first part. */
export const LEAST = 45
export const FIXED = 30

/**
 * Minutes that a change of car needs after a first part of this many minutes, so that most delays
 * of the first car fit in: 2 h → 48, 6 h → 84 (decision 73).
 */
export function neededChangeMinutes(partMinutes: number): number {
  return Math.max(LEAST, FIXED + Math.ceil((3 * partMinutes) / 20))
}
