import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findNearest } from './search.queries.ts'

/** Greatest distance in km of a position from a place; farther positions have no nearest place. */
const NEAR_KM = 80

/** Place nearest to a position, which is not stored. Errors: `place_not_found` beyond 80 km. */
export async function nearestPlace(deps: Pick<Deps, 'db'>, point: { lat: number; lng: number }) {
  const found = await findNearest(deps.db, point)
  const awayKm = found ? greatCircleKm(point, found) : Number.POSITIVE_INFINITY
  if (!found || awayKm > NEAR_KM) throw new AppError('place_not_found')
  const { id, name, department } = found
  return { place: { id, name, department }, awayKm: Math.round(awayKm * 10) / 10 }
}
