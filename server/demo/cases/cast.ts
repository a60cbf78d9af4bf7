// Who takes part in the invented cases of the team's queues, and when.
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { PastRide } from '../demo.queries.ts'
import type { DemoFleet } from '../demo-trips.ts'

export type Cast = {
  deps: Deps
  admin: ActorId
  finance: ActorId
  support: ActorId
  fleet: DemoFleet
  /** User ids of people who travel often. Nobody of them is announced with a password. */
  travellers: readonly string[]
  /** Finished rides, the newest first. */
  past: readonly PastRide[]
}

/** Dependencies whose log and counters nobody reads: an invented emergency is no emergency. */
export function quiet(deps: Deps): Deps {
  return { ...deps, log: createLogger('silent'), metrics: createMetrics({ process: false }) }
}

/** The newest finished ride of a traveller. */
export function rideOf({ past, travellers }: Cast, row: number): PastRide {
  const found = past.find(({ passengerId }) => passengerId === travellers[row]) ?? past[row]
  assert(found, 'the demonstration has a past')
  return found
}
