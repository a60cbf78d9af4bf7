import type { Avoided } from '#contract/impact.ts'
import { showFund } from '#server/modules/bank/ledger/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { sumAll, sumOf, sumOfTrip } from './impact.queries.ts'
import { avoidedBy, factors, isMeasured } from './impact.ts'

/** The sum reads every completed booking, so it is cached for an hour. */
const cached = cachedFor(HOUR_MS, async (db, now) => ({
  sum: await sumAll(db),
  asOf: now.toISOString(),
}))

/** Returns the CO₂ avoided by all completed trips, at most an hour old. */
export async function totalImpact(deps: ReadDeps) {
  const { sum, asOf } = await cached.get(deps)
  return { asOf, measured: isMeasured(sum), total: avoidedBy(sum), trips: sum.trips, factors }
}

const cachedFund = cachedFor(MINUTE_MS, showFund)

/** Returns the guarantee fund and its month, at most a minute old. */
export const fundImpact = (deps: ReadDeps) => cachedFund.get(deps)

/** Returns the CO₂ avoided by the trips of one person. */
export async function ownImpact({ db }: Pick<Deps, 'db'>, { userId }: ActorId) {
  return {
    asPassenger: avoidedBy(await sumOf(db, userId, 'passenger')),
    asDriver: avoidedBy(await sumOf(db, userId, 'driver')),
  }
}

/** Returns the CO₂ that a trip avoids with its booked seats. Errors: `trip_not_found`. */
export async function tripImpact({ db }: Pick<Deps, 'db'>, tripId: string): Promise<Avoided> {
  const facts = await findTripFacts(db, tripId)
  if (!facts || facts.status === 'draft') throw new AppError('trip_not_found')
  return avoidedBy(await sumOfTrip(db, tripId))
}
