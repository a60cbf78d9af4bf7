import { z } from 'zod'
import {
  CalendarDate,
  Id,
  Instant,
  inputText,
  Pesos,
  PlaceId,
  queryInt,
  queryList,
  StopId,
} from './common.ts'
import { ProfileBadge } from './profiles.ts'
import { get } from './route.ts'
import { exchange } from './search-exchange.ts'
import { DriverCard, PaymentMode } from './trips.ts'

/** The driver of a result, with what was checked of them. */
export const SearchDriver = DriverCard.extend({ badges: z.array(ProfileBadge) })
export type SearchDriver = z.infer<typeof SearchDriver>

const ResultPlace = z.object({ placeId: PlaceId, name: z.string() })

export const SearchResult = z.object({
  tripId: Id,
  /** `exact`: both ends declared. `corridor`: on it. `nearby`: starts or ends close by. */
  match: z.enum(['exact', 'corridor', 'nearby']),
  fromStopId: StopId,
  toStopId: StopId,
  from: ResultPlace,
  to: ResultPlace,
  departsAt: Instant,
  arrivesAt: Instant,
  /** Price of one seat for the part travelled. */
  price: Pesos,
  /** Seats that the driver offers, among which and the driver the cost is shared. */
  seats: z.int(),
  /** Kilometres of the part travelled. */
  km: z.number(),
  seatsLeft: z.int(),
  instant: z.boolean(),
  needsApproval: z.boolean(),
  paymentModes: z.array(PaymentMode),
  womenOnly: z.boolean(),
  verifiedOnly: z.boolean(),
  pets: z.boolean(),
  wheelchair: z.boolean(),
  childSeat: z.boolean(),
  driver: SearchDriver,
  /** Name of the driver's meeting point where this part starts; null: it is to be agreed. */
  meetingPoint: z.string().nullable(),
  /** For `nearby`: kilometres between the requested places and the stops; otherwise null. */
  awayKm: z.number().nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Alternatives when a search finds no trip: the nearest town and the nearest day with trips. */
export const SearchInstead = z.object({
  /** The same day with one other end, and the distance between the two ends; null: none. */
  town: z
    .object({
      from: ResultPlace,
      to: ResultPlace,
      awayKm: z.number(),
      /** Trips on sale between these two places on the asked day. */
      count: z.int(),
    })
    .nullable(),
  /** The day nearest to the asked one with trips between the asked places; null: none. */
  day: z.object({ date: CalendarDate, count: z.int() }).nullable(),
})
export type SearchInstead = z.infer<typeof SearchInstead>

/** Filters of a search; a trip must match all chosen filters. */
export const SearchFilter = z.enum([
  'instant',
  'verified',
  'womenOnly',
  'pets',
  'luggage',
  'twoInBack',
  'billetera',
  'directo',
  'wheelchair',
  'childSeat',
])
export type SearchFilter = z.infer<typeof SearchFilter>

/** Quarters of the day in Bogotá, from midnight, by the passenger's time of boarding. */
export const DayPart = z.enum(['dawn', 'morning', 'afternoon', 'night'])
export type DayPart = z.infer<typeof DayPart>

/** Order within each of exact, corridor and nearby, which always come in this order. */
export const SearchSort = z.enum(['departure', 'price', 'duration', 'nearness', 'rating'])
export type SearchSort = z.infer<typeof SearchSort>

export const SEARCH_PAGE_SIZE = 50

/** Number of trips that each filter choice would leave, with the other choices unchanged. */
export const SearchCounts = z.object({
  /** Trips with this filter added. */
  filters: z.record(SearchFilter, z.int()),
  /** Trips in this part of the day, instead of the chosen parts. */
  hours: z.record(DayPart, z.int()),
  /** Useful price limits: each one excludes some trips of the day, but not all. */
  maxPrices: z.array(Pesos),
})
export type SearchCounts = z.infer<typeof SearchCounts>

/** Degrees with at most two decimals, about one kilometre: more precision is not needed. */
const Degrees = inputText()
  .regex(/^-?\d{1,3}(\.\d{1,2})?$/)
  .transform(Number)

export const search = {
  ...exchange,
  trips: get('/trips/search', {
    auth: 'optional',
    summary: 'Search trips between two places',
    description:
      'Returns trips of a day that pass two places in that order with enough free seats: ' +
      'declared stops first, then places on the way, then nearby ones. Filters only leave trips ' +
      'out. With a session, trips of people who blocked the caller, or were blocked, are left ' +
      'out. Results may be some seconds old; with `Cache-Control: no-cache` they are fresh.',
    query: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      date: CalendarDate,
      seats: queryInt(1, 4).optional(),
      filters: queryList(SearchFilter).optional(),
      /** Absent: the whole day. */
      hours: queryList(DayPart).optional(),
      /** Highest price in pesos of one seat for the part travelled. */
      maxPrice: queryInt(1, 999_999_999).optional(),
      sort: SearchSort.optional(),
      page: queryInt(1, 100).optional(),
      /** `1` requests `counts` too. */
      counts: z.literal('1').optional(),
    }),
    ok: z.object({
      results: z.array(SearchResult),
      /** Trips of the day on all pages, before filters. */
      total: z.int(),
      /** Trips that match the filters, on all pages. */
      matching: z.object({ exact: z.int(), corridor: z.int(), nearby: z.int() }),
      counts: SearchCounts.optional(),
      /** Trips on the three days before and after; the requested day is not included. */
      nearbyDates: z.array(z.object({ date: CalendarDate, count: z.int() })),
      /** Only when the day has no trip at all. */
      instead: SearchInstead.optional(),
    }),
    errors: ['place_not_found', 'route_stops_invalid'],
  }),
  near: get('/search/near', {
    auth: 'public',
    summary: 'Find the municipality nearest to a position',
    description:
      'Returns the municipality nearest to a position rounded to about a kilometre. Nothing ' +
      'about the caller is kept.',
    query: z.strictObject({ lat: Degrees, lng: Degrees }),
    ok: z.object({
      place: z.object({ id: PlaceId, name: z.string(), department: z.string() }),
      awayKm: z.number(),
    }),
    errors: ['place_not_found'],
  }),
}
