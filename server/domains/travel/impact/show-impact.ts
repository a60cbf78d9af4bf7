import type { Avoided } from '#contract/impact.ts'
import { findTripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { rememberFor } from '#server/platform/remember.ts'
import { sumAll, sumAsDriver, sumAsPassenger, sumOfTrip } from './impact.queries.ts'
import { avoidedBy, factors, isMeasured } from './impact.ts'

/** The sum reads every completed booking, so it is kept for an hour. */
const remembered = rememberFor(HOUR_MS, async (db, now) => ({
  sum: await sumAll(db),
  asOf: now.toISOString(),
}))

/** What all completed trips avoided; at most an hour old. */
export async function totalImpact(deps: Pick<Deps, 'db' | 'clock'>) {
  const { sum, asOf } = await remembered.get(deps)
  return {
    asOf,
    measured: isMeasured(sum),
    total: avoidedBy(sum),
    trips: sum.trips,
    factors,
  }
}

/** What the trips of one person avoided. */
export async function ownImpact(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
): Promise<{ asPassenger: Avoided; asDriver: Avoided }> {
  return {
    asPassenger: avoidedBy(await sumAsPassenger(db, userId)),
    asDriver: avoidedBy(await sumAsDriver(db, userId)),
  }
}

/** What a trip avoids with the seats that are taken. Errors: `trip_not_found`. */
export async function tripImpact({ db }: Pick<Deps, 'db'>, tripId: string): Promise<Avoided> {
  const facts = await findTripFacts(db, tripId)
  if (!facts || facts.status === 'draft') throw new AppError('trip_not_found')
  return avoidedBy(await sumOfTrip(db, tripId))
}
