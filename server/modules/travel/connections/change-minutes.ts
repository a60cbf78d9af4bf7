/** Fewest minutes of a change, those that do not depend on the first part, and per extra stop. */
export const LEAST = 45
export const FIXED = 30
export const PER_EXTRA_STOP = 5

/**
 * Minutes that a change of car needs after a first part of this many minutes, so that most delays
 * of the first car fit in: 2 h → 48, 6 h → 84, and 5 more for each extra stop that its driver sells
 * at once (decision 73).
 */
export function neededChangeMinutes(
  partMinutes: number,
  { roadStops, extraMax }: { roadStops: string; extraMax: number },
): number {
  const extra = roadStops === 'at_once' ? extraMax : 0
  return Math.max(LEAST, FIXED + Math.ceil((3 * partMinutes) / 20)) + PER_EXTRA_STOP * extra
}
