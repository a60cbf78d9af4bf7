import { placesByIds } from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { listWantedWithoutPoint } from './demand.queries.ts'

/** Days counted, and most places of the list. */
const DAYS = 28
const MAX = 50

/**
 * Lists the places of most ride requests and searches without a result of the last 28 days that
 * have no vetted SafePoint: there nothing is sold at once on the road, and nobody changes cars.
 */
export async function listPlacesWithoutPoint(deps: ReadDeps) {
  const since = addMs(deps.clock.now(), -DAYS * DAY_MS)
  const asked = { since, sinceDay: bogotaDate(since), limit: MAX }
  const rows = await listWantedWithoutPoint(deps.db, asked)
  const placeIds = rows.map(({ placeId }) => placeId)
  const places = await placesByIds(deps, placeIds)
  return rows.flatMap(({ placeId, wishes }) => {
    const place = places.find(({ id }) => id === placeId)
    return place ? [{ placeId, name: place.name, department: place.department, wishes }] : []
  })
}
