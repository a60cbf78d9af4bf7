import type { z } from 'zod'
import { SEARCH_PAGE_SIZE, type SearchResult, type search } from '#contract/search.ts'
import {
  greatCircleKm,
  namePlaces,
  type Place,
  placesByIds,
  placesNear,
} from '#server/modules/roads/places/index.ts'
import { partStops, segmentPrice } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { choiceOf, countEach, noCounts } from './count-choices.ts'
import { rememberedDriverCards } from './driver-cards.ts'
import { offerInstead } from './offer-instead.ts'
import type { FoundRow } from './part-sale.queries.ts'
import {
  type Around,
  type Circles,
  type Ends,
  listAround,
  listBetween,
  type Page,
  type PageFound,
} from './search.queries.ts'

export type TripSearch = z.output<typeof search.trips.query>
export type Found = z.input<typeof search.trips.ok>

/** Below this number of trips on the day, trips that start or end nearby are added. */
const FEW = 3
const NEARBY_KM = 30
const DAYS_AROUND = 3
/** Trips are published up to 90 days ahead and take less than two days. */
const DAYS_AHEAD_MAX = 92

/**
 * Finds trips that pass two places in that order on a Bogotá date with enough seats on every leg:
 * declared stops first, then places on the way, then nearby places. Filters only reduce the result.
 * Trips of blocked people are left out.
 */
export async function findTrips(deps: ReadDeps, viewer: ActorId | null, query: TripSearch) {
  const { from, to, date, seats = 1 } = query
  if (from === to) throw new AppError('route_stops_invalid')
  const places = await placesByIds(deps, [from, to])
  if (places.length < 2) throw new AppError('place_not_found')
  const now = deps.clock.now()
  if (!isNear(date, now)) return nothing(query)
  const viewerId = viewer?.userId ?? null
  const ends = { ...dayOf(date, now), now, seats, from, to, viewerId }
  const page = pageOf(query, now)
  const days = daysAround(date, now)
  const between = await listBetween(deps.db, {
    ...ends,
    ...page,
    days: days.map(startOfBogotaDate),
    soonest: addMs(now, 1),
  })
  const circles = between.total < FEW ? await circlesOf(deps, places, ends) : null
  const around = circles && (await listAround(deps.db, { ...circles, ...after(page, between) }))
  const counts = query.counts
    ? await countEach(deps, { ends, circles }, choiceOf(query, now))
    : undefined
  const total = between.total + (around?.total ?? 0)
  const instead =
    total === 0 ? await offerInstead(deps, places, { ends, date, ever: everFrom(now) }) : undefined
  return {
    results: await present(deps, query, [...between.found, ...(around?.found ?? [])]),
    total,
    matching: {
      exact: between.declared,
      corridor: between.other,
      nearby: around ? around.declared + around.other : 0,
    },
    nearbyDates: days
      .map((day, i) => ({ date: day, count: between.days[i] ?? 0 }))
      .filter(({ count }) => count > 0),
    ...(counts ? { counts } : {}),
    ...(instead ? { instead } : {}),
  }
}

/** Result for a date on which no trip can exist. */
function nothing(query: TripSearch): Found {
  const none = { results: [], total: 0, matching: { exact: 0, corridor: 0, nearby: 0 } }
  return { ...none, nearbyDates: [], ...(query.counts ? { counts: noCounts() } : {}) }
}

/** Without filters and in order of departure, no trip needs to be read to choose the page. */
function pageOf(query: TripSearch, now: Date): Page {
  const { filters, hours, maxPrice, sort = 'departure', page = 1 } = query
  const isPlain = !filters && !hours && maxPrice === undefined && sort === 'departure'
  const offset = (page - 1) * SEARCH_PAGE_SIZE
  return { choice: isPlain ? null : choiceOf(query, now), limit: SEARCH_PAGE_SIZE, offset }
}

/** Fills the rest of the page with nearby trips, after the trips between the places. */
function after(page: Page, between: PageFound): Page {
  const offset = Math.max(0, page.offset - between.declared - between.other)
  return { ...page, limit: page.limit - between.found.length, offset }
}

/** Whether trips can exist on the date or around it. */
export function isNear(date: string, now: Date): boolean {
  const first = bogotaDate(addMs(now, -DAYS_AROUND * DAY_MS))
  const last = bogotaDate(addMs(now, (DAYS_AHEAD_MAX + DAYS_AROUND) * DAY_MS))
  return first <= date && date <= last
}

/** Returns the part of a Bogotá date that is still ahead; empty when the date is over. */
export function dayOf(date: string, now: Date): { since: Date; until: Date } {
  const start = startOfBogotaDate(date)
  // A trip that boards at this very moment is too late.
  const since = new Date(Math.max(start.getTime(), now.getTime() + 1))
  return { since, until: addMs(start, DAY_MS) }
}

/** Returns the times at which a trip can still be on sale. */
function everFrom(now: Date): { since: Date; until: Date } {
  return { since: addMs(now, 1), until: addMs(now, DAYS_AHEAD_MAX * DAY_MS) }
}

/** Lists the dates around a date, without the date itself and without past dates. */
function daysAround(date: string, now: Date): string[] {
  const start = startOfBogotaDate(date)
  const away = Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, i) => i - DAYS_AROUND)
  return away
    .filter((days) => days !== 0)
    .map((days) => bogotaDate(addMs(start, days * DAY_MS)))
    .filter((day) => day >= bogotaDate(now))
}

/** Finds the neighbours of the asked places; the radius is smaller for places close together. */
async function circlesOf(deps: ReadDeps, places: Place[], ends: Ends): Promise<Circles> {
  const [from, to] = places
  assert(from && to, 'places already found')
  const radiusKm = Math.min(NEARBY_KM, greatCircleKm(from, to) / 3)
  return {
    ...ends,
    from: await circle(deps, from.id, radiusKm),
    to: await circle(deps, to.id, radiusKm),
  }
}

async function circle(deps: ReadDeps, placeId: string, radiusKm: number): Promise<Around[]> {
  const near = await placesNear(deps, placeId, radiusKm)
  return [
    { placeId, awayKm: 0 },
    ...near.map(({ place, awayKm }) => ({ placeId: place.id, awayKm })),
  ]
}

async function present(deps: ReadDeps, query: TripSearch, rows: FoundRow[]) {
  const driverIds = rows.map((row) => row.driver_id)
  const drivers = await rememberedDriverCards(deps, driverIds)
  const close = rows.flatMap(({ from_place: a, to_place: b }) => (a && b ? [a, b] : []))
  const place = await namePlaces(deps, [query.from, query.to, ...close])
  return rows.map((row) => {
    const driver = drivers.get(row.driver_id)
    assert(driver, 'a trip without driver')
    return {
      ...presentPart(row),
      from: place(row.from_place ?? query.from),
      to: place(row.to_place ?? query.to),
      driver,
    }
  })
}

/** Presents a found part with its times and price; places and driver are added by the caller. */
export function presentPart(row: FoundRow) {
  const isDeclared = row.declared
  // A trip reduced to the two places that the price needs.
  const part = {
    declaredSeqs: isDeclared ? [0, 1] : [],
    priceCumulative: [row.price_to_start, row.price_to_end],
  }
  const awayKm = row.away_km
  const asked = isDeclared ? 'exact' : 'corridor'
  const match: SearchResult['match'] = awayKm === undefined ? asked : 'nearby'
  return {
    ...partStops({ tripId: row.trip_id, fromSeq: row.from_seq, toSeq: row.to_seq }),
    match,
    departsAt: addMs(row.departs_at, row.from_minutes * MINUTE_MS).toISOString(),
    arrivesAt: addMs(row.departs_at, row.to_minutes * MINUTE_MS).toISOString(),
    price: segmentPrice(part, 0, 1),
    seats: row.seats,
    km: Math.round(row.km * 10) / 10,
    seatsLeft: row.seats_left,
    instant: row.instant,
    needsApproval: !row.at_once,
    paymentModes: row.payment_modes,
    womenOnly: row.women_only,
    verifiedOnly: row.verified_only,
    pets: row.pets,
    wheelchair: row.wheelchair,
    childSeat: row.child_seat,
    meetingPoint: row.meeting_point,
    awayKm: awayKm === undefined ? null : Math.round(awayKm * 10) / 10,
  }
}
