import type { z } from 'zod'
import type { DemandRow, rideRequests } from '#contract/ride-requests.ts'
import { planRoute, type RoutingDeps } from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { endNames } from '../alerts/parts.present.ts'
import { type DemandCount, listMostWanted, listWantedAlongWay } from './demand.queries.ts'
import { atOwnCeiling, usualSeats } from './own-ceiling.ts'

/** Cache time in ms, because the list without places reads all alerts of these days. */
const KEPT_MS = 60_000
const DAYS_SHOWN = 14
const ROWS_SHOWN = 40

const cached = cachedFor<DemandCount[]>(KEPT_MS, (db, now) => {
  const days = { since: bogotaDate(now), until: bogotaDate(addMs(now, DAYS_SHOWN * DAY_MS)) }
  return listMostWanted(db, { ...days, now, limit: ROWS_SHOWN })
})

/**
 * Counts the people who want seats: along one route on one day (default today), or on the most
 * wanted routes. A person with several requests or alerts counts once. A price is named up to the
 * ceiling of the viewer's own trip.
 * Errors: `place_not_found`, `route_not_found`, `route_stops_invalid` (one place only).
 */
export async function showDemand(
  deps: RoutingDeps,
  { userId }: ActorId,
  { from, to, date }: z.output<typeof rideRequests.demand.query>,
): Promise<{ people: number; rows: DemandRow[] }> {
  const now = deps.clock.now()
  const seats = await usualSeats(deps.db, userId)
  const present = async (rows: readonly DemandCount[]) =>
    await presentRows(deps, await atOwnCeiling(deps, rows, seats))
  if (from === undefined && to === undefined) {
    const rows = await cached.get(deps)
    const people = rows.reduce((sum, row) => sum + row.people, 0)
    return { people, rows: await present(rows) }
  }
  const { places } = await planRoute(deps, [from ?? '', to ?? ''])
  const day = date ?? bogotaDate(now)
  const along = await listWantedAlongWay(deps.db, {
    places: places.map(({ placeId }, no) => ({ placeId, no })),
    ...{ since: day, until: day, viewerId: userId, now },
  })
  return { people: along.people, rows: await present(along.rows) }
}

/** Presents counts with the names of their places. */
export async function presentRows(
  deps: RoutingDeps,
  rows: readonly DemandCount[],
): Promise<DemandRow[]> {
  const place = await endNames(deps, rows)
  return rows.map(({ fromPlace, toPlace, date, people, seats, maxPrice }) => ({
    from: place(fromPlace),
    to: place(toPlace),
    ...{ date, people, seats, maxPrice },
  }))
}
