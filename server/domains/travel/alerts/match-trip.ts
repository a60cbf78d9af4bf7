import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailDue } from './mail-matches.ts'
import { type Freed, insertMatches } from './matching.queries.ts'

/** Between two messages of one alert at least: a week of trips published at once is one message. */
const NOT_AGAIN_MS = HOUR_MS
const ALERTS_PER_ROUND = 500

/**
 * A trip was published, or seats of it came free: notes the alerts that it fits, and writes to
 * those whose turn it is. Each alert meets a trip once, and again when it had too few seats for it
 * until these came free, however often this runs.
 */
export async function matchTrip(
  deps: Deps,
  { tripId, freed }: { tripId: string; freed?: Freed | undefined },
): Promise<void> {
  const round = { tripId, freed, notAgainMs: NOT_AGAIN_MS, limit: ALERTS_PER_ROUND }
  for (let some = ALERTS_PER_ROUND; some === ALERTS_PER_ROUND; ) {
    const now = deps.clock.now()
    some = await inTransaction(deps.db, (tx) => insertMatches(tx, { ...round, now }))
  }
  await mailDue(deps)
}
