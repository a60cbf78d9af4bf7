import type { ReadDeps } from '#server/platform/deps.ts'
import type { Place } from './network.ts'
import { openNetwork } from './open-network.ts'
import { bySize } from './place-index.ts'
import { shortestTree } from './road-graph.ts'
import type { SafePoint } from './safe-points/safe-point.ts'
import { listVettedPoints } from './safe-points/safe-points.queries.ts'

/** Longest way over a town, relative to the fastest way between the two places. */
const DETOUR = 1.3
/** More towns find 1 to 3 % more connections and take twice the time (decision 73). */
const TOWNS_MAX = 10

export type TownBetween = {
  place: Place
  /** Its vetted points, terminals first. */
  points: SafePoint[]
}

/**
 * Lists the largest towns with a vetted point on the way between two places, and the minutes of the
 * fastest way. Null when no road joins the places.
 */
export async function townsBetween(
  deps: ReadDeps,
  { from, to }: { from: string; to: string },
): Promise<{ minutes: number; towns: TownBetween[] } | null> {
  const { graph } = await openNetwork(deps)
  // A road takes as long in both directions.
  const [out, back] = [shortestTree(graph, from), shortestTree(graph, to)]
  const minutes = out.get(to)?.minutes
  if (minutes === undefined) return null
  const onTheWay = [...graph.places.values()].filter(({ id }) => {
    const [before, after] = [out.get(id)?.minutes, back.get(id)?.minutes]
    return before && after && before + after <= DETOUR * minutes
  })
  const ids = onTheWay.map(({ id }) => id)
  const points = Map.groupBy(await listVettedPoints(deps.db, ids), ({ placeId }) => placeId)
  const towns = onTheWay
    .sort(bySize)
    .flatMap((place) => {
      const there = points.get(place.id)
      return there ? [{ place, points: there }] : []
    })
    .slice(0, TOWNS_MAX)
  return { minutes, towns }
}
