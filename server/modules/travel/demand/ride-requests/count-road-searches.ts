import { planRoute, type RoutingDeps } from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { sumMissedOnRoad } from './demand.queries.ts'

/** Days counted. */
const DAYS = 28

/**
 * Counts the searches without a result of the last 28 days for parts of a way with an end at a
 * place that is no stop and has a vetted SafePoint. Errors: those of `planRoute`.
 */
export async function countRoadSearches(
  deps: RoutingDeps,
  { stops, via }: { stops: string; via?: string | undefined },
): Promise<{ searches: number }> {
  const route = await planRoute(deps, stops.split(','), via?.split(','))
  const way = route.places.map(({ placeId }) => placeId)
  const declared = route.declaredSeqs.flatMap((seq) => way[seq] ?? [])
  const sinceDay = bogotaDate(addMs(deps.clock.now(), -DAYS * DAY_MS))
  return { searches: await sumMissedOnRoad(deps.db, { way, declared, sinceDay }) }
}
