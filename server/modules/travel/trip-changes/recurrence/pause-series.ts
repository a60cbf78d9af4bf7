import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { switchOwnTrips } from '../trip-pauses/pause-own-trip.ts'
import { generateTrips } from './generate-trips.ts'
import { listTripsAhead, switchSeriesOf } from './recurrence.queries.ts'
import type { Series } from './series.ts'

type Asked = { seriesId: string }

/**
 * Pauses a series: no more days are published, and its trips that have not departed are paused,
 * which changes nothing for their bookings. Can be repeated.
 * Errors: `series_not_found`, `series_stopped`.
 */
export function pauseSeries(deps: ReadDeps, actor: ActorId, asked: Asked): Promise<Series> {
  return switchSeries(deps, actor, asked, 'paused')
}

/**
 * Resumes a series: its trips are sold again, and days that were left out are published if they
 * are still ahead. Can be repeated. Errors: `series_not_found`, `series_stopped`.
 */
export async function resumeSeries(deps: Deps, actor: ActorId, asked: Asked): Promise<Series> {
  const series = await switchSeries(deps, actor, asked, 'active')
  await generateTrips(deps, series).catch((error: unknown) => {
    deps.log.warn({ seriesId: series.id, err: error }, 'the days of a series follow in the job')
  })
  return series
}

/** Stops a series; published trips stay. A repeat returns the same. Errors: `series_not_found`. */
export function stopSeries(deps: ReadDeps, actor: ActorId, asked: Asked): Promise<Series> {
  return switchSeries(deps, actor, asked, 'stopped')
}

function switchSeries(
  deps: ReadDeps,
  { userId: driverId }: ActorId,
  { seriesId }: Asked,
  to: Series['status'],
): Promise<Series> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const series = await switchSeriesOf(tx, { seriesId, driverId, to, now })
    if (!series) throw new AppError('series_not_found')
    if (to === 'stopped') return series
    if (series.status === 'stopped') throw new AppError('series_stopped')
    const tripIds = await listTripsAhead(tx, { seriesId, now })
    await switchOwnTrips(tx, deps, { driverId, tripIds, sold: to === 'active' })
    const action = to === 'active' ? 'series.resumed' : 'series.paused'
    const subject = { subjectKind: 'trip_series', subjectId: seriesId }
    await recordAudit(tx, { at: now, actorId: driverId, action, ...subject })
    return series
  })
}
