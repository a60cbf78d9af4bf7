import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { placesByIds } from '../find-places.ts'
import { greatCircleKm, type Place } from '../network.ts'
import { bySize } from '../place-index.ts'
import type { SafePoint } from './safe-point.ts'
import {
  countByPlace,
  listPointsByIds,
  listPointsOfPlace,
  listVettedPoints,
} from './safe-points.queries.ts'

/** Lists the places that have vetted points, the largest first. */
export async function placesWithPoints(deps: ReadDeps): Promise<{ place: Place; count: number }[]> {
  const counts = new Map(
    (await countByPlace(deps.db)).map(({ placeId, count }) => [placeId, count]),
  )
  const places = await placesByIds(deps, [...counts.keys()])
  return places
    .map((place) => ({ place, count: counts.get(place.id) ?? 0 }))
    .sort((a, b) => bySize(a.place, b.place))
}

/** Lists vetted points of a place, and the viewer's own proposals. Errors: `place_not_found`. */
export async function pointsIn(
  deps: ReadDeps,
  actor: ActorId | null,
  { place: placeId }: { place: string },
): Promise<{ place: Place; points: SafePoint[] }> {
  const [place] = await placesByIds(deps, [placeId])
  if (!place) throw new AppError('place_not_found')
  return { place, points: await listPointsOfPlace(deps.db, placeId, actor?.userId ?? null) }
}

/** Returns the vetted point of this place for a stop of a trip. Errors: `safe_point_not_found`. */
export async function requireVettedPoint(
  reader: Reader,
  stop: { safePointId: string; placeId: string },
): Promise<SafePoint> {
  const [point] = await listPointsByIds(reader, [stop.safePointId])
  if (point?.status !== 'vetted' || point.placeId !== stop.placeId) {
    throw new AppError('safe_point_not_found')
  }
  return point
}

/** Reads points by id in any status, because published trips still show them. */
export async function safePointsByIds(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, SafePoint>> {
  return new Map((await listPointsByIds(reader, ids)).map((point) => [point.id, point]))
}

/** Reads a point in any status, and the other listed points of its place, the nearest first. */
export async function pointWithOthers(reader: Reader, safePointId: string) {
  const [point] = await listPointsByIds(reader, [safePointId])
  assert(point, `no point ${safePointId}`)
  const listed = await listVettedPoints(reader, [point.placeId])
  const others = listed
    .filter(({ id }) => id !== point.id)
    .sort((a, b) => greatCircleKm(point, a) - greatCircleKm(point, b))
  return { point, others }
}
