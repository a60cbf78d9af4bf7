import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailDue } from './mail-matches.ts'
import { type Freed, insertMatches } from './matching.queries.ts'

/** Time between messages of one alert, so that trips published together are one message. */
const NOT_AGAIN_MS = HOUR_MS
const ALERTS_PER_ROUND = 500

/**
 * Records the alerts that match a newly published trip, or a trip whose seats became free, and
 * makes their messages due. An alert matches a trip once, and again if the trip had too few seats
 * for it before seats became free. It can be repeated.
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
