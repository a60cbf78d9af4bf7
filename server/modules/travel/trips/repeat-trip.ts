import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { RepeatView } from '#contract/recurrence.ts'
import { ShownTerms } from '#contract/trips.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import {
  type PlannedRoute,
  planChoices,
  planRoute,
  type RoutingDeps,
} from '#server/modules/roads/places/index.ts'
import {
  assertPriceAllowed,
  priceRoute,
  splitSeatPrice,
  type TripQuote,
} from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { assert, refusalOf } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { requireOwnTrip } from './show-trip.ts'
import { endsOf, placeAt, segmentPrice, type TripFacts } from './trip.ts'
import { assertPossible, type Drive } from './trip-chain.ts'
import { pointsOfTrip } from './trip-points.ts'
import { findCrossing, listDrives } from './trips.queries.ts'

const WEEK_MS = 7 * DAY_MS

/**
 * Returns what publishes the driver's own trip again, on the next free day of the same weekday.
 * Calls outside parties. Errors: `trip_not_found`, `route_not_found`.
 */
export async function repeatTrip(
  deps: Deps,
  driver: ActorId,
  { tripId }: { tripId: string },
): Promise<RepeatView> {
  const trip = await requireOwnTrip(deps.db, driver, tripId)
  const way = await planSameWay(deps, trip)
  const departsAt = await findFreeDay(deps, trip)
  const on = departsAt ?? firstWeekday(deps, trip)
  const quote = await priceRoute(deps, way.route, { departsAt: on, seats: trip.seats })
  const points = await pointsOfTrip(deps.db, trip)
  const pointAt = (placeId: string) => {
    const seq = trip.declaredSeqs.find((each) => placeAt(trip, each).placeId === placeId)
    const point = seq === undefined ? undefined : points.get(seq)
    return point?.listed ? { id: point.id, name: point.name } : null
  }
  return {
    stops: trip.places.flatMap(({ placeId, name, seq }) => {
      const via = way.via.includes(placeId)
      if (!via && !trip.declaredSeqs.includes(seq)) return []
      return { placeId, name, via, point: pointAt(placeId) }
    }),
    departsAt: departsAt?.toISOString() ?? null,
    lastDepartsAt: trip.departsAt.toISOString(),
    vehicleId: trip.vehicleId,
    ...ShownTerms.parse(trip),
    ...pricesFor(trip, quote),
  }
}

type SameWay = { route: PlannedRoute; via: string[] }

/** Plans the trip's stops, with the places that lead over its roads if they are not the fastest. */
async function planSameWay(deps: RoutingDeps, trip: TripFacts): Promise<SameWay> {
  const stopIds = trip.declaredSeqs.map((seq) => placeAt(trip, seq).placeId)
  const passes = ({ places }: { places: readonly { placeId: string }[] }) =>
    places.map(({ placeId }) => placeId).join()
  const wanted = passes(trip)
  const fastest = await planRoute(deps, stopIds)
  if (passes(fastest) === wanted) return { route: fastest, via: [] }
  const choices = await planChoices(deps, stopIds)
  const same = choices.find(({ route }) => passes(route) === wanted)
  return same ?? { route: fastest, via: [] }
}

/** The prices of the trip that the new quote allows; none when the price of a seat is refused. */
function pricesFor(trip: TripFacts, quote: TripQuote) {
  const { seatPrice, declaredSeqs } = trip
  const legPrices = declaredSeqs
    .slice(1)
    .map((toSeq, leg) => segmentPrice(trip, declaredSeqs[leg] ?? 0, toSeq))
  const isAllowed = (asked: { seatPrice: number; legPrices?: number[] }) =>
    !refusalOf(() => assertPriceAllowed(quote, asked))
  if (!isAllowed({ seatPrice })) return { seatPrice: null, legPrices: null }
  const isOwn = legPrices.join() !== splitSeatPrice(seatPrice, quote.legs).join()
  return { seatPrice, legPrices: isOwn && isAllowed({ seatPrice, legPrices }) ? legPrices : null }
}

/** The first departure ahead on the weekday and at the hour of the trip, after the trip itself. */
export function firstWeekday(
  { clock }: Pick<Deps, 'clock'>,
  trip: Pick<TripFacts, 'departsAt'>,
): Date {
  const sinceMs = clock.now().getTime() - trip.departsAt.getTime()
  const weeks = Math.max(1, Math.floor(sinceMs / WEEK_MS) + 1)
  return addMs(trip.departsAt, weeks * WEEK_MS)
}

/** Finds the first such day without another trip or booking at that time, if there is one. */
async function findFreeDay(deps: ReadDeps, trip: TripFacts) {
  const first = firstWeekday(deps, trip)
  const last = addMs(deps.clock.now(), TRIP_DAYS_AHEAD_MAX * DAY_MS)
  if (first > last) return null
  const { driverId, vehicleId } = trip
  const vehicle = (await findVehicles(deps.db, [vehicleId])).get(vehicleId)
  assert(vehicle, 'a trip has a vehicle')
  const tookMs = trip.arrivesAt.getTime() - trip.departsAt.getTime()
  const driveOn = (departsAt: Date, until = departsAt): Drive => {
    return { departsAt, arrivesAt: addMs(until, tookMs), ...endsOf(trip) }
  }
  return await inTransaction(deps.db, async (tx) => {
    const around = driveOn(first, last)
    const known = await listDrives(tx, { driverId, plate: vehicle.plate, around })
    for (let day = first; day <= last; day = addMs(day, WEEK_MS)) {
      const drive = driveOn(day)
      if (refusalOf(() => assertPossible(drive, known))) continue
      const asked = { userId: driverId, tripId: null, from: day, to: drive.arrivesAt }
      if (!(await findCrossing(tx, asked))) return day
    }
    return null
  })
}
