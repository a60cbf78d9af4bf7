// A plain implementation of the trip search, to compare with the search in SQL.
import { DayPart, SearchFilter, type SearchSort } from '#contract/search.ts'
import {
  greatCircleKm,
  type PlannedRoute,
  type RoutePlace,
} from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { TEST_NOW } from '#test/deps.ts'

/** With fewer results than this, trips that start or end nearby are added. */
const FEW = 3

/** Filters and order of a search. */
export type Chosen = {
  filters?: SearchFilter[]
  hours?: DayPart[]
  maxPrice?: number
  sort?: SearchSort
}

export type Spec = {
  corridor: number
  departsInMinutes: number
  seed: number[]
  enRoute: boolean
  open: boolean
  status: string
  instant: boolean
  verified: boolean
  paymentModes: string[]
  preferences: Record<string, boolean | string>
}

/** A trip as it is stored. */
export type Trip = {
  id: string
  corridorId: string
  route: PlannedRoute
  departsAt: Date
  arrivesAt: Date
  declared: number[]
  seatsLeft: number[]
  cumulative: number[]
  spec: Spec
}

export type Query = { from: string; to: string; date: string; seats: number } & Chosen
type Part = {
  trip: Trip
  i: number
  j: number
  at: Date
  awayKm: number
  declared: boolean
  price: number
  minutes: number
}

/** Returns every part of every trip on sale, at any future time. */
function partsOnSale(trips: Trip[], seats: number): Part[] {
  return trips
    .filter(({ spec }) => spec.open && spec.status === 'published')
    .flatMap((trip) =>
      trip.route.places.flatMap((from, i) =>
        trip.route.places.slice(i + 1).map((_, offset) => {
          const j = i + 1 + offset
          const at = addMs(trip.departsAt, from.minutes * MINUTE_MS)
          const declared = trip.declared.includes(i) && trip.declared.includes(j)
          const pesos = trip.cumulative[j]! - trip.cumulative[i]!
          const price = declared ? pesos : Math.max(100, pesos - (pesos % 100))
          const minutes = trip.route.places[j]!.minutes - from.minutes
          return { trip, i, j, at, awayKm: 0, declared, price, minutes }
        }),
      ),
    )
    .filter(({ trip, i, j, at, declared }) => {
      const roomy = trip.seatsLeft.slice(i, j).every((free) => free >= seats)
      return roomy && at > TEST_NOW && (declared || trip.spec.enRoute)
    })
}

const byBoarding = (a: Part, b: Part) =>
  a.at.getTime() - b.at.getTime() || (a.trip.id < b.trip.id ? -1 : 1)

const asks: Record<SearchFilter, (part: Part) => boolean> = {
  instant: ({ trip, declared }) => trip.spec.instant && declared,
  verified: ({ trip }) => trip.spec.verified,
  womenOnly: ({ trip }) => trip.spec.preferences.womenOnly === true,
  pets: ({ trip }) => trip.spec.preferences.pets === true,
  wheelchair: ({ trip }) => trip.spec.preferences.wheelchair === true,
  childSeat: ({ trip }) => trip.spec.preferences.childSeat === true,
  luggage: ({ trip }) => trip.spec.preferences.luggage === 'large',
  twoInBack: ({ trip }) => trip.spec.preferences.maxTwoInBack === true,
  billetera: ({ trip }) => trip.spec.paymentModes.includes('billetera'),
  directo: ({ trip }) => trip.spec.paymentModes.includes('directo'),
}

const firstHour: Record<DayPart, number> = { dawn: 0, morning: 6, afternoon: 12, night: 18 }

function passes(part: Part, { filters = [], hours = [], maxPrice }: Chosen): boolean {
  const hour = new Date(part.at.getTime() - 5 * 3_600_000).getUTCHours()
  return (
    filters.every((filter) => asks[filter](part)) &&
    (hours.length === 0 || hours.some((h) => hour >= firstHour[h] && hour < firstHour[h] + 6)) &&
    (maxPrice === undefined || part.price <= maxPrice)
  )
}

const sortKeys: Record<SearchSort, (part: Part) => number> = {
  departure: () => 0,
  price: ({ price }) => price,
  duration: ({ minutes }) => minutes,
  nearness: ({ awayKm }) => awayKm,
  // People in this test have no ratings.
  rating: () => 0,
}

const matchOf = ({ awayKm, declared }: Part) =>
  awayKm > 0 ? 'nearby' : declared ? 'exact' : 'corridor'

/**
 * Returns the expected results of a search, all pages together, from trips as objects. `places` are
 * those of every route.
 */
export function searchByHand(trips: Trip[], query: Query, places: Map<string, RoutePlace>) {
  const parts = partsOnSale(trips, query.seats)
  const place = (part: Part, seq: number) => part.trip.route.places[seq]!
  const asked = parts.filter(
    (part) =>
      place(part, part.i).placeId === query.from && place(part, part.j).placeId === query.to,
  )
  const today = (part: Part) => bogotaDate(part.at) === query.date
  const between = asked.filter(today)
  const around = between.length < FEW ? aroundByHand(parts.filter(today), query, places) : []
  const known = new Set(between.map(({ trip }) => trip.id))
  const all = [...between, ...around.filter(({ trip }) => !known.has(trip.id))]
  const group = (part: Part) => ['exact', 'corridor', 'nearby'].indexOf(matchOf(part))
  const key = sortKeys[query.sort ?? 'departure']
  const left = (choice: Chosen) => all.filter((part) => passes(part, choice)).length
  const { filters = [] } = query
  const shown = all
    .filter((part) => passes(part, query))
    .sort((a, b) => group(a) - group(b) || key(a) - key(b) || byBoarding(a, b))
  return {
    total: all.length,
    matching: Object.fromEntries(
      ['exact', 'corridor', 'nearby'].map((match) => [
        match,
        shown.filter((part) => matchOf(part) === match).length,
      ]),
    ),
    counts: {
      filters: Object.fromEntries(
        SearchFilter.options.map((filter) => [
          filter,
          left({ ...query, filters: [...filters, filter] }),
        ]),
      ),
      hours: Object.fromEntries(
        DayPart.options.map((part) => [part, left({ ...query, hours: [part] })]),
      ),
    },
    results: shown.map(({ trip, i, j, ...part }) => ({
      tripId: trip.id,
      match: matchOf({ trip, i, j, ...part }),
      fromStopId: `${trip.id}.${i}`,
      toStopId: `${trip.id}.${j}`,
      departsAt: part.at.toISOString(),
      price: part.price,
      km: Math.round((trip.route.places[j]!.km - trip.route.places[i]!.km) * 10) / 10,
      seatsLeft: Math.min(...trip.seatsLeft.slice(i, j)),
      awayKm: part.awayKm > 0 ? Math.round(part.awayKm * 10) / 10 : null,
    })),
    nearbyDates: datesByHand(asked, query),
  }
}

function datesByHand(asked: Part[], query: Query) {
  const counts = new Map<string, number>()
  for (const part of asked) {
    const date = bogotaDate(part.at)
    const days = Math.abs(Date.parse(date) - Date.parse(query.date)) / DAY_MS
    if (days > 0 && days <= 3) counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  return [...counts]
    .map(([date, count]) => ({ date, count }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Selects for each trip the part with the shortest distance from and to the requested places. */
function aroundByHand(parts: Part[], query: Query, places: Map<string, RoutePlace>): Part[] {
  const [from, to] = [places.get(query.from)!, places.get(query.to)!]
  const radius = Math.min(30, greatCircleKm(from, to) / 3)
  const best = new Map<string, Part>()
  for (const part of parts) {
    const start = greatCircleKm(from, part.trip.route.places[part.i]!)
    const end = greatCircleKm(to, part.trip.route.places[part.j]!)
    if (start > radius || end > radius || start + end === 0) continue
    const candidate = { ...part, awayKm: start + end }
    const current = best.get(part.trip.id)
    if (!current || candidate.awayKm < current.awayKm) best.set(part.trip.id, candidate)
  }
  return [...best.values()]
}
