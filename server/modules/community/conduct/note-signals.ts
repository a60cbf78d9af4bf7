import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { antiPirate } from './anti-pirate.ts'
import { insertCase } from './conduct.queries.ts'
import { ladder } from './ladder.ts'
import {
  type FoundSignal,
  listEarningsAboveCost,
  listLongDays,
  listRepeatedFailures,
  listSignalsOfPlates,
  listStrikesOfDrivers,
  listTripsOfDevices,
  listTripsOfDrivers,
} from './signals.queries.ts'

/**
 * Opens cases about drivers who seem to drive as a business, have too many strikes, or fail one
 * passenger again: at most one case a month for each signal of a person. Safe to repeat.
 */
export async function noteSignals(deps: ReadDeps): Promise<void> {
  const now = deps.clock.now()
  const found = await findSignals(deps, now)
  if (found.length === 0) return
  await inTransaction(deps.db, async (tx) => {
    for (const { userId, signal, found: counted, ...facts } of found) {
      const { day } = facts
      await insertCase(tx, {
        ...{ id: newId(), kind: 'signal', userId, reporterId: null, reason: signal },
        ...{ subjectKind: 'user', subjectId: userId, statement: null, createdAt: now },
        facts: { counted, ...facts },
        cause: `${signal}:${userId}:${day.slice(0, 7)}`,
      })
    }
  })
}

async function findSignals({ db }: Pick<Deps, 'db'>, now: Date): Promise<FoundSignal[]> {
  const policy = antiPirate
  // Whole days in Bogotá, today included: trips published for today count.
  const to = addMs(startOfBogotaDate(bogotaDate(now)), DAY_MS)
  const last = (days: number) => ({ from: addMs(to, -days * DAY_MS), to })
  const all = await Promise.all([
    listTripsOfDrivers(db, { ...last(7), atLeast: policy.tripsInWeek }),
    listSignalsOfPlates(db, { ...last(7), signal: 'plate_frequency', atLeast: policy.tripsInWeek }),
    listTripsOfDevices(db, { ...last(7), atLeast: policy.tripsInWeek }),
    listSignalsOfPlates(db, {
      ...last(policy.driversOfPlateDays),
      signal: 'shared_plate',
      atLeast: policy.driversOfPlate,
    }),
    listLongDays(db, { ...last(7), atLeast: policy.drivingMinutesInDay }),
    listEarningsAboveCost(db, {
      ...last(policy.earningsDays),
      percent: policy.earningsPercent,
      atLeast: policy.earningsTrips,
    }),
    listRepeatedFailures(db, {
      since: addMs(now, -policy.failureDays * DAY_MS),
      atLeast: policy.failures,
    }),
    listStrikesOfDrivers(db, {
      since: addMs(now, -ladder.strikeDays * DAY_MS),
      weights: ladder.strikes,
      atLeast: ladder.strikesMax,
    }),
  ])
  return all.flat()
}
