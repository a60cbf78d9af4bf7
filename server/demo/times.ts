// The demonstration writes its past through the use cases, each at its time.
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Dependencies at another time, to play what happened in the past through its use case. */
export function at(deps: Deps, instant: Date): Deps {
  return { ...deps, clock: { now: () => instant } }
}

const ago = (unitMs: number) => (deps: Deps, count: number) =>
  at(deps, addMs(deps.clock.now(), -count * unitMs))

export const [daysAgo, hoursAgo, minutesAgo] = [ago(DAY_MS), ago(HOUR_MS), ago(MINUTE_MS)]
