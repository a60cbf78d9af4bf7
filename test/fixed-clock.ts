import type { Clock } from '#server/platform/clock.ts'

export type FixedClock = Clock & { advance(ms: number): void; set(instant: Date): void }

/** A clock that changes only when a test moves it. */
export function fixedClock(start: Date): FixedClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    advance(ms) {
      current += ms
    },
    set(instant) {
      current = instant.getTime()
    },
  }
}
