import { PUBLISH_MIN_PESOS } from '#contract/limits.ts'
import { Preferences } from '#contract/trips.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import { requireStanding } from '#server/modules/people/standing/index.ts'
import { findLackingPapers } from '#server/modules/people/verification/index.ts'
import { ensureCorridor, type PlannedRoute, planRoute } from '#server/modules/roads/places/index.ts'
import {
  assertPriceAllowed,
  cumulatePrices,
  priceRoute,
  splitSeatPrice,
  type TripQuote,
} from '#server/modules/roads/pricing/index.ts'
import { MATCH_ALERTS_JOB, type PublishTrip } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { type Busy, insertTrips, listBusyTimes, type TripRow } from './demo.queries.ts'
import type { DemoCar } from './demo-people.ts'
import { type Drive, drivesBetween } from './lines.ts'
import type { DemoDriver } from './people.ts'

/** Days ahead for which the demonstration has trips. */
const DAYS = 14
/** A drive is not published if its driver has another trip within this time before or after. */
const APART_MS = DAY_MS

/** Cars of the demonstration by the email address of their drivers. */
export type DemoFleet = ReadonlyMap<string, DemoCar>

export type PlannedTrip = {
  id: string
  who: DemoDriver
  car: DemoCar
  departsAt: Date
  arrivesAt: Date
  route: PlannedRoute
  quote: TripQuote
}

/** Publishes missing trips with the checks of publishing. Returns the trips of the fortnight. */
export async function demoTrips(
  deps: Deps,
  fleet: DemoFleet,
  { isFirst }: { isFirst: boolean },
): Promise<PlannedTrip[]> {
  if (!(await isOn(deps, 'publishing'))) return []
  const now = deps.clock.now()
  const soonest = addMs(now, HOUR_MS)
  const drives = drivesBetween(now, 0, DAYS).filter(({ departsAt }) => departsAt > soonest)
  const planned = await planTrips(deps, fleet, drives)
  return await inTransaction(deps.db, async (tx) => {
    const { trips, there } = await publishable(tx, deps, planned)
    const modes = await paymentModes(tx, trips)
    const written = { status: 'published', created_at: now } as const
    await writeTrips(
      tx,
      trips.map((trip) => {
        const payment_modes = modes.get(trip.car.userId) ?? ['billetera']
        return { trip, taken: 0, also: { ...written, payment_modes } }
      }),
    )
    // Before the first start no search is saved, so no alert can match.
    const jobs = trips.map(({ id: tripId }) => {
      return { name: MATCH_ALERTS_JOB, payload: { tripId }, key: `trip-published:${tripId}` }
    })
    if (!isFirst) await enqueueAll(tx, deps.clock, jobs)
    return planned.filter((trip) => there.has(trip.id) || trips.includes(trip))
  })
}

/** Plans route and prices of drives as publishing does. */
export async function planTrips(
  deps: Deps,
  fleet: DemoFleet,
  drives: readonly Drive[],
): Promise<PlannedTrip[]> {
  const routes = new Map<string, PlannedRoute>()
  const quotes = new Map<string, TripQuote>()
  const planned: PlannedTrip[] = []
  for (const { who, stops, departsAt } of drives) {
    const car = fleet.get(who.email)
    if (!car) continue
    const way = stops.join()
    const route = routes.get(way) ?? (await planRoute(deps, stops))
    routes.set(way, route)
    const asked = { departsAt, seats: who.seats }
    // Tolls and fuel prices change by the day.
    const key = [way, bogotaDate(departsAt), who.seats].join()
    const quote = quotes.get(key) ?? (await priceRoute(deps, route, asked))
    quotes.set(key, quote)
    const arrivesAt = addMs(departsAt, route.durationMinutes * MINUTE_MS)
    const id = derivedId('demo.trip', car.userId, departsAt.toISOString())
    planned.push({ id, who, car, departsAt, arrivesAt, route, quote })
  }
  return planned
}

/** Selects the trips to write; `there`: ids of those that exist. */
async function publishable(tx: Tx, deps: Deps, planned: readonly PlannedTrip[]) {
  const now = deps.clock.now()
  const userIds = [...new Set(planned.map(({ car }) => car.userId))]
  const barred = new Set<string>()
  for (const userId of userIds) {
    await requireStanding(tx, userId, now).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      barred.add(userId)
    })
  }
  const asked = planned.map((trip) => ({ ...trip, vehicleId: trip.car.vehicleId }))
  const papers = await findLackingPapers(tx, asked)
  const lacking = new Set(papers.filter((each) => each.lacking.length > 0).map((o) => o.drive.id))
  const window = { userIds, from: addMs(now, -APART_MS), until: addMs(now, (DAYS + 3) * DAY_MS) }
  const busy = await listBusyTimes(tx, window)
  const there = new Set(busy.map(({ tripId }) => tripId))
  const own = new Map(planned.map(({ id, departsAt }) => [id, departsAt.getTime()]))
  // Trips and rides outside the timetable, and trips of the timetable that were moved.
  const others = Map.groupBy(
    busy.filter(({ open, tripId, from }) => open && own.get(tripId ?? '') !== from.getTime()),
    ({ userId }) => userId,
  )
  const isFree = ({ car, departsAt, arrivesAt }: PlannedTrip) =>
    !(others.get(car.userId) ?? []).some((other) => isClose(other, departsAt, arrivesAt))
  const trips = planned.filter(
    (trip) =>
      !(there.has(trip.id) || lacking.has(trip.id) || barred.has(trip.car.userId)) && isFree(trip),
  )
  return { trips, there }
}

function isClose(other: Busy, from: Date, until: Date): boolean {
  return other.from < addMs(until, APART_MS) && addMs(from, -APART_MS) < other.until
}

/** Returns the payment modes by driver; direct payment requires consent and a balance. */
async function paymentModes(tx: Tx, trips: readonly PlannedTrip[]) {
  const modes = new Map<string, string[]>()
  for (const { who, car } of trips) {
    if (!who.direct || modes.has(car.userId)) continue
    const { available } = await walletTotals(tx, car.userId)
    const enough = available >= PUBLISH_MIN_PESOS
    modes.set(car.userId, enough ? ['billetera', 'directo'] : ['billetera'])
  }
  return modes
}

export type TripToWrite = {
  trip: PlannedTrip
  taken: number
  also: Pick<TripRow, 'status' | 'created_at' | 'payment_modes' | 'completed_at'>
}

/** A trip as it was written when it was on sale, from five days before its departure. */
export function asPublished(trip: PlannedTrip): TripToWrite {
  const payment_modes = trip.who.direct ? ['billetera', 'directo'] : ['billetera']
  const created_at = addMs(trip.departsAt, -5 * DAY_MS)
  return { trip, taken: 0, also: { status: 'published', payment_modes, created_at } }
}

/** What a driver sends to publish this trip. */
export function offerOf({ who, car, departsAt, route, quote }: PlannedTrip): PublishTrip {
  const stops = route.declaredSeqs.flatMap((seq) => route.places[seq] ?? [])
  return {
    vehicleId: car.vehicleId,
    stops: stops.map(({ placeId }) => ({ placeId, via: false })),
    departsAt: departsAt.toISOString(),
    seats: who.seats,
    seatPrice: seatPriceOf({ who, quote }),
    paymentModes: who.direct ? ['billetera', 'directo'] : ['billetera'],
    instant: who.instant,
    enRoutePickups: true,
    roadStops: who.instant ? 'at_once' : 'ask',
    extraMax: 2,
    notes: who.notes,
  }
}

export async function writeTrips(tx: Tx, trips: readonly TripToWrite[]): Promise<void> {
  const corridors = new Map<PlannedRoute, string>()
  const rows = []
  for (const { trip, taken, also } of trips) {
    const { route } = trip
    const corridorId =
      corridors.get(route) ?? (await ensureCorridor(tx, route, new Date(also.created_at)))
    corridors.set(route, corridorId)
    const row = { ...rowOf(trip), ...also, corridor_id: corridorId }
    rows.push({ row, legs: route.places.length - 1, taken })
  }
  if (rows.length > 0) await insertTrips(tx, rows)
}

/** Returns the driver's price of a seat: near the recommended price, within the limits. */
export function seatPriceOf({ who, quote }: Pick<PlannedTrip, 'who' | 'quote'>): number {
  const { min, recommended, max } = quote.seat
  const wanted = 100 * Math.round((recommended * who.pricePercent) / 10_000)
  return Math.min(max, Math.max(min, wanted))
}

function rowOf({ id, who, car, departsAt, arrivesAt, route, quote }: PlannedTrip) {
  const seatPrice = seatPriceOf({ who, quote })
  const legPrices = splitSeatPrice(seatPrice, quote.legs)
  assertPriceAllowed(quote, { seatPrice, legPrices })
  const { declaredSeqs } = route
  const { costCumulative } = quote
  return {
    id,
    driver_id: car.userId,
    vehicle_id: car.vehicleId,
    departs_at: departsAt,
    arrives_at: arrivesAt,
    seats: who.seats,
    seat_price: seatPrice,
    declared_seqs: declaredSeqs,
    price_cumulative: cumulatePrices({ declaredSeqs, legPrices, costCumulative }),
    instant: who.instant,
    road_stops: who.instant ? 'at_once' : 'ask',
    preferences: Preferences.parse(who.preferences),
    notes: who.notes ?? null,
    quote,
  }
}
