// Rides of the last days that cases are about: booked, boarded and paid through the use cases.
import type { PaymentMode } from '#contract/trips.ts'
import {
  advanceDue,
  bookSeat,
  checkIn,
  listBookingRows,
} from '#server/modules/travel/bookings/index.ts'
import { stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { asPublished, type PlannedTrip, planTrips, writeTrips } from '../demo-trips.ts'
import { inLanes } from '../lanes.ts'
import { type Drive, drivesBetween } from '../lines.ts'
import { nth } from '../people.ts'
import { at } from '../times.ts'
import type { Cast } from './cast.ts'

export type CaseRide = {
  id: string
  trip: PlannedTrip
  passengerId: string
  driverId: string
  picksUpAt: Date
  dropsOffAt: Date
}

/** Day of rides that must be complete, in days from today: they ended more than a day ago. */
const COMPLETE_DAY = -3
/**
 * Departures of the other rides, in ms before now: their two people had hours for their words, and
 * no job completes them yet.
 */
const [RECENT_FROM_MS, RECENT_UNTIL_MS] = [24 * HOUR_MS, 6 * HOUR_MS]
/** A trip that departed at least this long ago is under way, or is the last one before. */
const DEPARTED_MS = 75 * MINUTE_MS
/** The car of the late trip should have left this long ago: its passengers may leave. */
const LATE_MS = 42 * MINUTE_MS

export type CaseRides = {
  /** Rides of different people in different cars that ended; nobody was aboard yet. */
  ended: CaseRide[]
  /** Rides under way, or the last before the night; the passengers are aboard. */
  underWay: CaseRide[]
}

const isUsual = ({ who }: Drive) => who.instant && !who.preferences.womenOnly

/**
 * Seats of a ride; whether it is on the longest line, whose fare two people decide about; whether
 * it is complete, by the code of its ticket.
 */
export type Wanted = { seats: number; isLong?: boolean; isComplete?: boolean }

/** Number of declared stops of the longest line. */
const LONG = 5

/** Chooses a drive of another driver for each ride, two that are under way, and a late one. */
export function chooseDrives(now: Date, wanted: readonly Wanted[]) {
  const taken = new Set<string>()
  const choose = (drives: readonly Drive[], { seats, isLong }: Wanted) => {
    const drive = drives.find(
      (each) =>
        isUsual(each) &&
        !taken.has(each.who.email) &&
        each.who.seats >= seats &&
        (!isLong || each.stops.length === LONG),
    )
    assert(drive, 'the timetable has a drive for each case')
    taken.add(drive.who.email)
    return drive
  }
  // Drivers with money of their own come first: one of them withdraws it.
  const richFirst = (drives: readonly Drive[]) =>
    drives.toSorted((a, b) => Number(b.who.pesos > 0) - Number(a.who.pesos > 0))
  const complete = richFirst(drivesBetween(now, COMPLETE_DAY, COMPLETE_DAY))
  const lately = drivesBetween(now, -1, 0)
  const before = (ms: number) => addMs(now, -ms)
  const recent = richFirst(
    lately.filter(
      ({ departsAt }) => departsAt > before(RECENT_FROM_MS) && departsAt < before(RECENT_UNTIL_MS),
    ),
  )
  const departed = lately.filter(({ departsAt }) => departsAt < before(DEPARTED_MS)).toReversed()
  const one = (each: Wanted) => choose(each.isComplete ? complete : recent, each)
  // The longest line has few cars with four seats.
  const long = new Map(wanted.filter(({ isLong }) => isLong).map((each) => [each, one(each)]))
  const running = [choose(departed, { seats: 1 }), choose(departed, { seats: 1 })]
  const late = { ...choose(departed, { seats: 2 }), departsAt: before(LATE_MS) }
  return { running, late, drives: wanted.map((each) => long.get(each) ?? one(each)) }
}

/** Books the rides, each by another traveller. */
export async function caseRides(cast: Cast, wanted: readonly Wanted[]): Promise<CaseRides> {
  const { deps } = cast
  const { running, late, drives } = chooseDrives(deps.clock.now(), wanted)
  const moving = [...running, late]
  const trips = await planTrips(deps, cast.fleet, [...moving, ...drives])
  await inTransaction(deps.db, (tx) => writeTrips(tx, trips.map(asPublished)))
  const all = await inLanes([...trips.entries()], async ([row, trip]) => {
    const passengerId = nth(cast.travellers, row)
    const { seats, isComplete = false } = wanted[row - moving.length] ?? { seats: 1 }
    const ride = await bookRide(deps, { trip, passengerId, seats })
    // At once: a worker that runs meanwhile takes a ride of this age for travelled.
    if (isComplete) await boardRide(deps, ride)
    return ride
  })
  const underWay = all.slice(0, running.length)
  for (const ride of underWay) await boardRide(deps, ride)
  return { ended: all.slice(moving.length), underWay }
}

type Asked = { trip: PlannedTrip; passengerId: string; seats: number; paymentMode?: PaymentMode }

/** Books the whole way three days before the departure. */
export async function bookRide(
  deps: Deps,
  { trip, passengerId, seats, paymentMode = 'billetera' }: Asked,
): Promise<CaseRide> {
  const { id: tripId, departsAt, arrivesAt, route, car } = trip
  const [fromStopId, toStopId] = [stopId(tripId, 0), stopId(tripId, route.places.length - 1)]
  const asked = { seats, paymentMode, idempotencyKey: `demo-case-${tripId}` }
  const then = at(deps, addMs(departsAt, -3 * DAY_MS))
  const where = { tripId, fromStopId, toStopId }
  const { booking } = await bookSeat(then, { userId: passengerId }, { ...where, ...asked })
  const times = { picksUpAt: departsAt, dropsOffAt: arrivesAt }
  return { id: booking.id, trip, passengerId, driverId: car.userId, ...times }
}

/** Boards the passenger by the code of the ticket, minutes after the departure; pays the fare. */
export async function boardRide(deps: Deps, { id, trip, driverId }: CaseRide): Promise<void> {
  const [row] = await listBookingRows(deps.db, [id])
  assert(row, 'a ride is booked')
  const then = at(deps, addMs(trip.departsAt, 5 * MINUTE_MS))
  if (row.status !== 'confirmed') return
  await checkIn(then, { userId: driverId }, { tripId: trip.id, code: row.code })
}

/** Applies what was due since: rides that nobody disputes are complete a day later. */
export async function settleRides({ deps }: Cast): Promise<void> {
  await advanceDue(at(deps, addMs(deps.clock.now(), -HOUR_MS)))
}
