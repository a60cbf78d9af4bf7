import { z } from 'zod'
import { MATCH_ALERTS_JOB } from '#server/modules/travel/trips/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { buySeats, type FindPairs } from './buy-seats.ts'
import { mailDue } from './mail-matches.ts'
import { type Freed, insertMatches } from './matching.queries.ts'

/** Time between messages of one alert, so that trips published together are one message. */
const NOT_AGAIN_MS = HOUR_MS
const ALERTS_PER_ROUND = 500

export const TripPayload = z.object({
  tripId: z.uuid(),
  /** Names an event other than a publication or freed seats; absent in jobs of 0.1.0. */
  cause: z.string().max(40).optional(),
  freed: z
    .object({
      fromSeq: z.int(),
      toSeq: z.int(),
      seats: z.int(),
      by: z.uuid(),
      at: z.iso.datetime().transform((text) => new Date(text)),
    })
    .optional(),
})

/**
 * Buys seats for the lists that fit, then records the alerts that match a newly published trip, or
 * a trip whose seats became free, and makes their messages due. An alert matches a trip once, and
 * again if the trip had too few seats for it before seats became free. It can be repeated; it fails
 * with the first error of a purchase, after all the rest.
 */
export async function matchTrip(
  deps: Deps,
  input: { tripId: string; freed?: Freed | undefined; cause?: string | undefined },
  findPairs: FindPairs,
): Promise<void> {
  const { tripId, freed } = input
  const since = freed && `${freed.at.getTime()}.${freed.fromSeq}.${freed.by.slice(-12)}`
  const cause = input.cause ?? since ?? 'published'
  const event = { tripId, by: freed?.by ?? null, cause }
  const { errors, again } = await buySeats(deps, findPairs, event)
  if (again) await buyByDay(deps, { tripId, freed }, again)
  const round = { tripId, freed, notAgainMs: NOT_AGAIN_MS, limit: ALERTS_PER_ROUND }
  for (let some = ALERTS_PER_ROUND; some === ALERTS_PER_ROUND; ) {
    const now = deps.clock.now()
    some = await inTransaction(deps.db, (tx) => insertMatches(tx, { ...round, now }))
  }
  await mailDue(deps)
  if (errors.length > 0) throw errors[0]
}

/** The same event once more when the night is over, for the lists that bought nothing in it. */
async function buyByDay(
  deps: Deps,
  event: { tripId: string; freed: Freed | undefined },
  runAt: Date,
): Promise<void> {
  const cause = `by-day.${runAt.getTime()}`
  const key = `${cause}:${event.tripId}:${event.freed?.by ?? ''}`
  const job = { name: MATCH_ALERTS_JOB, payload: { ...event, cause }, runAt, key }
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, job))
}
