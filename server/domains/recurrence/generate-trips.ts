import { publishTrip } from '#server/domains/trips/trips.public.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { daysOf, findSeries, insertDay, markDone, seriesDue } from './recurrence.queries.ts'
import { datesDue, horizonAt, type Series, tripOn } from './series.ts'

const SERIES_PER_ROUND = 100

/** Not about the trip: the day is tried again. */
const PASSING = new Set(['busy', 'unavailable', 'internal'])

/** Publishes what is missing of every series, 30 days ahead. Safe to repeat and to interrupt. */
export async function generateDue(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = { today: bogotaDate(now), horizon: horizonAt(now), limit: SERIES_PER_ROUND }
  for (const series of await seriesDue(deps.db, due)) {
    // One that fails does not keep the other drivers waiting.
    await generateTrips(deps, series).catch((error: unknown) => {
      deps.log.warn({ seriesId: series.id, err: error }, 'a series goes on in the next round')
    })
  }
}

/**
 * Publishes the days of one series up to the horizon. A day that the rules refuse is skipped, and
 * the reason kept for the driver.
 */
export async function generateTrips(deps: Deps, series: Series): Promise<void> {
  const now = deps.clock.now()
  const decided = await daysOf(deps.db, [series.id], bogotaDate(now))
  const known = new Set(decided.map((day) => day.date))
  for (const date of datesDue(series, now)) {
    if (known.has(date)) continue
    if ((await findSeries(deps.db, series.id))?.status !== 'active') return
    await decideDay(deps, series, date)
  }
  const done = { seriesId: series.id, until: horizonAt(now) }
  await inTransaction(deps.db, (tx) => markDone(tx, done))
}

/** The key makes two workers, or a repeat after an interruption, publish the same trip. */
export function keyOf(seriesId: string, date: string): string {
  return `series:${seriesId}:${date}`
}

async function decideDay(deps: Deps, series: Series, date: string): Promise<void> {
  const { id: seriesId, driverId } = series
  const decision = await publishTrip(deps, driverId, tripOn(series, date), keyOf(seriesId, date))
    .then((trip) => ({ tripId: trip.id, refusedCode: null, refusedReason: null }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || PASSING.has(error.code)) throw error
      return { tripId: null, refusedCode: error.code, refusedReason: error.message }
    })
  await inTransaction(deps.db, (tx) =>
    insertDay(tx, { seriesId, date, ...decision }, deps.clock.now()),
  )
}
