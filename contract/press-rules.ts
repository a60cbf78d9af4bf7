/**
 * When a press of the driver came too early to be true. Without zod and routes, because the phone
 * asks by the same rule without a network.
 */

/** Minutes in which "Terminar" can be undone; until then it has no effect on others. */
export const FINISH_UNDO_MINUTES = 10

/** A press this long before the plan is doubtful. */
const EARLY_MS = 60 * 60_000
/** Least share of the planned road time that a car can take, and legs too short to be judged. */
const FASTEST_SHARE = 0.6
const SHORT_LEG_MS = 20 * 60_000

/** A stop on the way: planned time and recorded arrival, in ms; null: not recorded. */
export type PressStop = { plannedAt: number; reachedAt: number | null }

/**
 * Whether the car cannot be at a stop yet: over an hour before the plan, or faster than 60 % of the
 * planned road from the stop before, which it left as planned or as pressed, whichever is earlier.
 * @param row position of the stop in `stops`; `at` time of the press on the driver's phone, in ms
 */
export function isDoubtful(stops: readonly PressStop[], row: number, at: number): boolean {
  const [before, stop] = [stops[row - 1], stops[row]]
  if (!stop) return false
  if (at < stop.plannedAt - EARLY_MS) return true
  if (!before) return false
  const road = stop.plannedAt - before.plannedAt
  if (road < SHORT_LEG_MS) return false
  const left = Math.min(before.plannedAt, before.reachedAt ?? before.plannedAt)
  return at < left + FASTEST_SHARE * road
}
