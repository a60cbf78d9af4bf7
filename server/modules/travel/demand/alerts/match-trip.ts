import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { buySeats } from './buy-seats.ts'
import { mailDue } from './mail-matches.ts'
import { type Freed, insertMatches } from './matching.queries.ts'

/** Time between messages of one alert, so that trips published together are one message. */
const NOT_AGAIN_MS = HOUR_MS
const ALERTS_PER_ROUND = 500

/**
 * Buys seats for the lists that fit, then records the alerts that match a newly published trip, or
 * a trip whose seats became free, and makes their messages due. An alert matches a trip once, and
 * again if the trip had too few seats for it before seats became free. It can be repeated; it fails
 * with the first error of a purchase, after all the rest.
 */
export async function matchTrip(
  deps: Deps,
  input: { tripId: string; freed?: Freed | undefined; cause?: string | undefined },
): Promise<void> {
  const { tripId, freed } = input
  const since = freed && `${freed.at.getTime()}.${freed.fromSeq}.${freed.by.slice(-12)}`
  const cause = since ?? input.cause ?? 'published'
  const [failed] = await buySeats(deps, { tripId, by: freed?.by ?? null, cause })
  const round = { tripId, freed, notAgainMs: NOT_AGAIN_MS, limit: ALERTS_PER_ROUND }
  for (let some = ALERTS_PER_ROUND; some === ALERTS_PER_ROUND; ) {
    const now = deps.clock.now()
    some = await inTransaction(deps.db, (tx) => insertMatches(tx, { ...round, now }))
  }
  await mailDue(deps)
  if (failed) throw failed
}
