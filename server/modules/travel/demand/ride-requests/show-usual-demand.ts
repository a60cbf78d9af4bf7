import type { UsualDemandRow } from '#contract/ride-requests.ts'
import { placesAlong, type RoutingDeps } from '#server/modules/roads/places/index.ts'
import {
  endsOf,
  findTripsFacts,
  listTripIdsOf,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type DemandCount, listWantedAlongWay } from './demand.queries.ts'
import { ceilingsOfTrips } from './own-ceiling.ts'
import { presentRows } from './show-demand.ts'

/** A way that the driver has not driven for this long, and will not drive, is not usual. */
const USUAL_MS = 120 * DAY_MS
/** Most ways that one list looks at: each is a statement. */
const WAYS_MAX = 5
/** Greatest straight-line distance of a place from the way: a quarter of an hour of detour. */
const AWAY_MAX_KM = 15
const DAYS_SHOWN = 14
const ROWS_SHOWN = 6

type Found = DemandCount & { tripId: string; awayKm: number; fromSeq: number; toSeq: number }

/**
 * Lists who looks for seats along the driver's usual ways in the next days, with the distance off
 * the way, and prices up to the ceiling of the trip to repeat. Days on which the driver already
 * offers the way are left out: their trip shows it.
 */
export async function showUsualDemand(
  deps: RoutingDeps,
  { userId }: ActorId,
): Promise<UsualDemandRow[]> {
  const now = deps.clock.now()
  const ids = await listTripIdsOf(deps.db, userId)
  const facts = await findTripsFacts(deps.db, ids)
  const trips = ids.flatMap((id) => facts.get(id) ?? [])
  const found: Found[] = []
  for (const trip of usualTrips(trips, now)) found.push(...(await wantedAlong(deps, userId, trip)))
  const offered = new Set(
    trips.filter(isOffered).map((trip) => dayKey(wayOf(trip), trip.departsAt)),
  )
  const free = found.filter(({ tripId, date }) => {
    const trip = facts.get(tripId)
    return trip && !offered.has(`${wayOf(trip)}:${date}`)
  })
  const best = nearestOfEach(free).slice(0, ROWS_SHOWN)
  const ceiling = await ceilingsOfTrips(deps.db, [...new Set(best.map(({ tripId }) => tripId))])
  const capped = best.map((row) => {
    const { tripId, maxPrice } = row
    return { ...row, maxPrice: maxPrice && Math.min(maxPrice, ceiling(tripId, row)) }
  })
  const rows = await presentRows(deps, capped)
  return rows.map((row, i) => {
    const { tripId = '', awayKm = 0 } = best[i] ?? {}
    return { ...row, tripId, awayKm: Math.round(awayKm) }
  })
}

const wayOf = (trip: TripFacts) => {
  const { from, to } = endsOf(trip)
  return `${from.placeId}>${to.placeId}`
}
const dayKey = (ends: string, at: Date) => `${ends}:${bogotaDate(at)}`
const isOffered = ({ status }: TripFacts) => status === 'published' || status === 'in_progress'

/** The latest trip between each two ends. */
function usualTrips(trips: readonly TripFacts[], now: Date): TripFacts[] {
  const since = addMs(now, -USUAL_MS)
  const driven = trips.filter(
    ({ status, departsAt }) => status !== 'cancelled' && departsAt > since,
  )
  const byEnds = Map.groupBy(driven, wayOf)
  return [...byEnds.values()].flatMap(([latest]) => latest ?? []).slice(0, WAYS_MAX)
}

async function wantedAlong(deps: RoutingDeps, viewerId: string, trip: TripFacts) {
  const now = deps.clock.now()
  const way = trip.places.map(({ placeId }) => placeId)
  const places = await placesAlong(deps, way, AWAY_MAX_KM)
  const along = new Map(places.map((place) => [place.placeId, place]))
  const days = { since: bogotaDate(now), until: bogotaDate(addMs(now, DAYS_SHOWN * DAY_MS)) }
  const { rows } = await listWantedAlongWay(deps.db, { places, ...days, viewerId, now })
  return rows.map((row): Found => {
    const [from, to] = [along.get(row.fromPlace), along.get(row.toPlace)]
    assert(from && to, 'a wanted ride along the way')
    const part = { fromSeq: from.no, toSeq: to.no }
    return { ...row, ...part, tripId: trip.id, awayKm: Math.max(from.awayKm, to.awayKm) }
  })
}

/** Each wanted ride once, along the way that passes it nearest; most people first. */
function nearestOfEach(found: readonly Found[]): Found[] {
  const rides = Map.groupBy(found, (row) => [row.fromPlace, row.toPlace, row.date].join())
  const nearest = [...rides.values()].flatMap(
    (rows) => rows.toSorted((a, b) => a.awayKm - b.awayKm)[0] ?? [],
  )
  return nearest.sort(
    (a, b) => b.people - a.people || a.awayKm - b.awayKm || a.date.localeCompare(b.date),
  )
}
