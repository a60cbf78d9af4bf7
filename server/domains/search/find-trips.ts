import type { z } from 'zod'
import type { SearchResult, search } from '#contract/search.ts'
import { greatCircleKm, placesByIds, placesNear } from '#server/domains/places/places.public.ts'
import { segmentPrice, stopId } from '#server/domains/trips/trips.public.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { rememberedDriverCards } from './driver-cards.ts'
import { type Around, type FoundRow, findAround, findBetween } from './search.queries.ts'

type SearchDeps = Pick<Deps, 'db' | 'clock'>
export type TripSearch = z.output<typeof search.trips.query>
export type Found = z.input<typeof search.trips.ok>

export const RESULTS_MAX = 50
/** Below this many, trips that start or end close by are added. */
export const FEW = 3
const NEARBY_KM = 30
const DAYS_AROUND = 3
/** Trips are published up to 90 days ahead and take less than two. */
const DAYS_AHEAD_MAX = 92

/**
 * Trips that pass two places in that order on a Bogotá date and have enough seats on every leg
 * between them: declared stops first, then places on the way, then places close by.
 * Errors: `place_not_found`, `route_stops_invalid` (the same place twice).
 */
export async function findTrips(deps: SearchDeps, query: TripSearch): Promise<Found> {
  const { from, to, date, seats = 1 } = query
  if (from === to) throw new AppError('route_stops_invalid')
  const ends = await placesByIds(deps, [from, to])
  if (ends.length < 2) throw new AppError('place_not_found')
  const now = deps.clock.now()
  if (!isNear(date, now)) return { results: [], nearbyDates: [] }
  const window = { ...dayOf(date, now), seats }
  const days = daysAround(date, now)
  const asked = { ...window, from, to, limit: RESULTS_MAX, days: days.map(startOfBogotaDate) }
  const { found: between, counts } = await findBetween(deps.db, {
    ...asked,
    soonest: addMs(now, 1),
  })
  const nearbyDates = days
    .map((day, i) => ({ date: day, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
  const around = between.length < FEW ? await findClose(deps, query, window) : []
  const known = new Set(between.map((row) => row.trip_id))
  const rows = [...between, ...around.filter((row) => !known.has(row.trip_id))]
  return { results: await present(deps, query, rows.slice(0, RESULTS_MAX)), nearbyDates }
}

/** Whether trips can exist on the date or around it. */
function isNear(date: string, now: Date): boolean {
  const first = bogotaDate(addMs(now, -DAYS_AROUND * DAY_MS))
  const last = bogotaDate(addMs(now, (DAYS_AHEAD_MAX + DAYS_AROUND) * DAY_MS))
  return first <= date && date <= last
}

/** The part of a Bogotá date that is still to come; empty when the date is over. */
function dayOf(date: string, now: Date): { since: Date; until: Date } {
  const start = startOfBogotaDate(date)
  // Boarding at this very moment is too late.
  const since = new Date(Math.max(start.getTime(), now.getTime() + 1))
  return { since, until: addMs(start, DAY_MS) }
}

/** The dates around one, without it and without those that are over. */
function daysAround(date: string, now: Date): string[] {
  const start = startOfBogotaDate(date)
  const away = Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, i) => i - DAYS_AROUND)
  return away
    .filter((days) => days !== 0)
    .map((days) => bogotaDate(addMs(start, days * DAY_MS)))
    .filter((day) => day >= bogotaDate(now))
}

/** Trips between neighbours of the asked places; close together places have a smaller circle. */
async function findClose(
  deps: SearchDeps,
  query: TripSearch,
  window: { since: Date; until: Date; seats: number },
): Promise<FoundRow[]> {
  const [from, to] = await placesByIds(deps, [query.from, query.to])
  assert(from && to, 'places already found')
  const radiusKm = Math.min(NEARBY_KM, greatCircleKm(from, to) / 3)
  return findAround(deps.db, {
    ...window,
    from: await circle(deps, query.from, radiusKm),
    to: await circle(deps, query.to, radiusKm),
    limit: RESULTS_MAX,
  })
}

async function circle(deps: SearchDeps, placeId: string, radiusKm: number): Promise<Around[]> {
  const near = await placesNear(deps, placeId, radiusKm)
  return [
    { placeId, awayKm: 0 },
    ...near.map(({ place, awayKm }) => ({ placeId: place.id, awayKm })),
  ]
}

async function present(
  deps: SearchDeps,
  query: TripSearch,
  rows: FoundRow[],
): Promise<SearchResult[]> {
  const drivers = await rememberedDriverCards(
    deps,
    rows.map((row) => row.driver_id),
  )
  const placeIds = rows.flatMap((row) => [row.from_place, row.to_place])
  const names = new Map((await placesByIds(deps, placeIds)).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const driver = drivers.get(row.driver_id)
    assert(driver, 'a trip without driver')
    const place = (placeId: string) => ({ placeId, name: names.get(placeId) ?? placeId })
    return {
      ...presentPart(query, row),
      from: place(row.from_place),
      to: place(row.to_place),
      driver,
    }
  })
}

function presentPart(query: TripSearch, row: FoundRow) {
  const { trip_id: tripId, from_seq: fromSeq, to_seq: toSeq } = row
  const isDeclared = row.declared
  // Of the trip, only the two places that count.
  const part = {
    declaredSeqs: isDeclared ? [0, 1] : [],
    priceCumulative: [row.price_to_start, row.price_to_end],
  }
  const isAsked = row.from_place === query.from && row.to_place === query.to
  const match: SearchResult['match'] = !isAsked ? 'nearby' : isDeclared ? 'exact' : 'corridor'
  return {
    tripId,
    match,
    fromStopId: stopId(tripId, fromSeq),
    toStopId: stopId(tripId, toSeq),
    departsAt: row.picks_up_at.toISOString(),
    arrivesAt: row.drops_off_at.toISOString(),
    price: segmentPrice(part, 0, 1),
    seatsLeft: row.seats_left,
    instant: row.instant,
    needsApproval: !row.instant || !isDeclared,
    paymentModes: row.payment_modes,
    womenOnly: row.women_only,
    pets: row.pets,
    awayKm: isAsked ? null : Math.round(row.away_km * 10) / 10,
  }
}
