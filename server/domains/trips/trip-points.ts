import type { StopPoint } from '#contract/trips.ts'
import {
  requireVettedPoint,
  type SafePoint,
  safePointsByIds,
} from '#server/domains/safe-points/safe-points.public.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { insertStopPoints, stopPointsOf } from './trips.queries.ts'

/** Where a trip stops exactly, by position on its corridor; places without a point are absent. */
export type TripPoints = ReadonlyMap<number, StopPoint>

const NONE: TripPoints = new Map()

/** The points of trips as they are now, listed or not; trips without any are absent. */
export async function pointsOfTrips(
  reader: Reader,
  tripIds: readonly string[],
): Promise<Map<string, TripPoints>> {
  const rows = await stopPointsOf(reader, tripIds)
  const points = await safePointsByIds(reader, [...new Set(rows.map((row) => row.safePointId))])
  const byTrip = Map.groupBy(rows, (row) => row.tripId)
  return new Map(
    [...byTrip].map(([tripId, own]) => {
      const entries = own.map(({ seq, safePointId }): [number, StopPoint] => {
        const point = points.get(safePointId)
        assert(point, 'a stop at a point that is not there')
        return [seq, presentStopPoint(point)]
      })
      return [tripId, new Map(entries)]
    }),
  )
}

/** The points of one trip. */
export async function pointsOfTrip(reader: Reader, tripId: string): Promise<TripPoints> {
  return (await pointsOfTrips(reader, [tripId])).get(tripId) ?? NONE
}

/**
 * Keeps the points chosen for the declared stops, in order. Each must be on the list and of its
 * place. Errors: `safe_point_not_found`, with the field of the stop.
 */
export async function writePoints(
  tx: Tx,
  tripId: string,
  stops: readonly { seq: number; placeId: string; safePointId?: string | undefined }[],
): Promise<void> {
  const chosen = stops.flatMap((stop, row) => {
    const { seq, placeId, safePointId } = stop
    return safePointId ? [{ row, seq, placeId, safePointId }] : []
  })
  for (const { row, ...stop } of chosen) {
    await requireVettedPoint(tx, stop).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const { code, message } = error
      throw new AppError(code, { message, fields: { [`stops.${row}.safePointId`]: message } })
    })
  }
  await insertStopPoints(tx, tripId, chosen)
}

/** The same stops without the points that are no longer on the list. */
export async function listedPointsOnly<Stop extends { safePointId?: string | undefined }>(
  reader: Reader,
  stops: readonly Stop[],
): Promise<Stop[]> {
  const ids = stops.flatMap(({ safePointId }) => safePointId ?? [])
  const points = await safePointsByIds(reader, ids)
  return stops.map((stop) => {
    const listed = stop.safePointId && points.get(stop.safePointId)?.status === 'vetted'
    return listed ? stop : { ...stop, safePointId: undefined }
  })
}

function presentStopPoint(point: SafePoint): StopPoint {
  const { id, name, address, kind, lat, lng, approximate, status } = point
  return { id, name, address, kind, lat, lng, approximate, listed: status === 'vetted' }
}
