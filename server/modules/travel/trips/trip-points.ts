import type { StopPoint } from '#contract/trips.ts'
import {
  greatCircleKm,
  requireVettedPoint,
  type SafePoint,
  safePointsByIds,
} from '#server/modules/roads/places/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { changedPoints, type PlannedStop } from './edit-stops.ts'
import { deleteStopPoints, raiseRevision } from './edit-trip.queries.ts'
import { placeAt, type TripFacts } from './trip.ts'
import { insertStopPoints } from './trips.queries.ts'

/** Meeting points of a trip by position on its corridor; places without a point are absent. */
export type TripPoints = ReadonlyMap<number, StopPoint>

const NONE: TripPoints = new Map()

/** Reads the current points of trips, listed or not. Sends no query when there are none. */
export async function pointsOfTrips(reader: Reader, trips: readonly TripFacts[]) {
  const ids = trips.flatMap((trip) => trip.stopPoints.map(({ safePointId }) => safePointId))
  const points = await safePointsByIds(reader, [...new Set(ids)])
  return new Map(
    trips.map((trip) => {
      const entries = trip.stopPoints.map(({ seq, safePointId }): [number, StopPoint] => {
        const point = points.get(safePointId)
        assert(point, 'a stop at a point that is not there')
        return [seq, presentStopPoint(point)]
      })
      return [trip.id, new Map(entries)]
    }),
  )
}

/** Reads the points of one trip. */
export async function pointsOfTrip(reader: Reader, trip: TripFacts): Promise<TripPoints> {
  return (await pointsOfTrips(reader, [trip])).get(trip.id) ?? NONE
}

/** A passenger's points for getting on and off, at stops where the driver chose none. */
export type OwnPoints = {
  fromSeq: number
  toSeq: number
  fromPointId: string | null
  toPointId: string | null
}

function ownChoices(own: OwnPoints): { field: string; seq: number; safePointId: string }[] {
  const { fromSeq, toSeq, fromPointId, toPointId } = own
  return [
    ...(fromPointId ? [{ field: 'fromPointId', seq: fromSeq, safePointId: fromPointId }] : []),
    ...(toPointId ? [{ field: 'toPointId', seq: toSeq, safePointId: toPointId }] : []),
  ]
}

/**
 * Checks the points of a passenger: each must be listed, belong to its place, and be at a stop
 * where the driver chose none. Sends no query when none was chosen. Errors, with the field:
 * `safe_point_not_found`, `point_not_offered`.
 */
export async function requireOwnPoints(reader: Reader, trip: TripFacts, own: OwnPoints) {
  const choices = ownChoices(own)
  if (choices.length === 0) return
  const fixed = new Set(trip.stopPoints.map(({ seq }) => seq))
  for (const { field, seq, safePointId } of choices) {
    if (fixed.has(seq)) throw inField(new AppError('point_not_offered'), field)
    const { placeId } = placeAt(trip, seq)
    await requireVettedPoint(reader, { placeId, safePointId }).catch((error: unknown) => {
      throw inField(error, field)
    })
  }
}

/** Reads the points that passengers chose, by id; sends no query when there are none. */
export async function ownPointsOf(reader: Reader, parts: readonly OwnPoints[]) {
  const ids = parts.flatMap((part) => ownChoices(part).map(({ safePointId }) => safePointId))
  const points = await safePointsByIds(reader, [...new Set(ids)])
  return new Map([...points].map(([id, point]) => [id, presentStopPoint(point)]))
}

/** Merges the points of one booking: the driver's point or, without one, the passenger's. */
export function withOwnPoints(
  points: TripPoints | undefined,
  part: OwnPoints,
  chosen: ReadonlyMap<string, StopPoint>,
): TripPoints {
  const own = ownChoices(part).flatMap(({ seq, safePointId }): [number, StopPoint][] => {
    const point = chosen.get(safePointId)
    return point ? [[seq, point]] : []
  })
  return own.length === 0 ? (points ?? NONE) : new Map([...own, ...(points ?? NONE)])
}

/**
 * Writes the points of the declared stops, in order. Each must be listed and belong to its place.
 * Errors: `safe_point_not_found`, with the field of the stop.
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
      throw inField(error, `stops.${row}.safePointId`)
    })
  }
  await insertStopPoints(tx, tripId, chosen)
}

/** Writes changed points; an unchanged one may be off the list. Errors: as `writePoints`. */
export async function rewritePoints(tx: Tx, trip: TripFacts, stops: readonly PlannedStop[]) {
  const changed = changedPoints(trip, stops)
  if (changed.length === 0) return
  await deleteStopPoints(tx, trip.id, changed)
  const written = stops.map((stop) => {
    return changed.includes(stop.seq) ? stop : { ...stop, safePointId: undefined }
  })
  await writePoints(tx, trip.id, written)
}

/** Adds the name of the field to a refusal. */
function inField(error: unknown, field: string): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message } = error
  return new AppError(code, { message, fields: { [field]: message } })
}

/** Returns the same stops without the points that are no longer listed. */
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

/** Distance in km from a meeting point within which a position is an arrival. */
const NEAR_KM = 2

/** Whether a position is near where this person, or the driver, gets on or off at a stop. */
export async function isNearStop(
  reader: Reader,
  trip: TripFacts,
  { own, seq }: { own: OwnPoints | null; seq: number },
  position: { lat: number; lng: number },
): Promise<boolean> {
  const driven = await pointsOfTrip(reader, trip)
  const points = own ? withOwnPoints(driven, own, await ownPointsOf(reader, [own])) : driven
  return greatCircleKm(points.get(seq) ?? placeAt(trip, seq), position) <= NEAR_KM
}

/** A point as a stop shows it. */
export function presentStopPoint(point: SafePoint): StopPoint {
  const { id, name, address, kind, lat, lng, approximate, status } = point
  return { id, name, address, kind, lat, lng, approximate, listed: status === 'vetted' }
}

/** Takes the driver's point at one stop away; a booking planned with it must be planned again. */
export async function takePoint(tx: Tx, tripId: string, seq: number): Promise<void> {
  await deleteStopPoints(tx, tripId, [seq])
  await raiseRevision(tx, tripId)
}
