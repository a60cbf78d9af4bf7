// Past trips of the demonstration, with one passenger each and ratings by both sides.
import { commissionOn } from '#contract/commission.ts'
import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import type { RatingTag } from '#contract/rating-tags.ts'
import { hold, post, revenueCommission, walletId } from '#server/modules/bank/ledger/index.ts'
import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { newCode } from '#server/modules/travel/bookings/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { completeRides, insertRides, listBusyTimes, type Rides } from './demo.queries.ts'
import {
  type DemoFleet,
  type PlannedTrip,
  planTrips,
  seatPriceOf,
  writeTrips,
} from './demo-trips.ts'
import { drivers, drivesBetween } from './lines.ts'
import { openingBalance } from './opening-balance.queries.ts'

/** First and last day of the past trips, in days from today; trips of the last are completed. */
const FIRST_DAY = -62
const LAST_DAY = -4
/** Every eighth day of the timetable has past trips. */
const EVERY = 8
/** Minimum time of a traveller between two trips. */
const REST_MS = 12 * HOUR_MS

const comments = [
  'Muy puntual y amable. Repetiría.',
  'Carro limpio y viaje tranquilo.',
  'Maneja con mucho cuidado, llegamos a la hora.',
  'Buena conversación y buena música.',
  'Nos recogió donde dijimos y avisó cuando llegó.',
  'Todo bien, paramos a desayunar en el camino.',
  'Ayudó con las maletas. Muy recomendada la experiencia.',
  'Salimos a tiempo y el viaje fue cómodo.',
]
const aboutDrivers: readonly RatingTag[][] = [
  ['on_time', 'friendly'],
  ['drives_safely', 'clean_car'],
  ['on_time', 'drives_safely', 'friendly'],
  ['clean_car'],
]
const aboutPassengers: readonly RatingTag[][] = [
  ['on_time', 'friendly'],
  ['respectful', 'good_communication'],
]

/** Writes the past trips of the fleet once, in one transaction. */
export async function demoHistory(deps: Deps, fleet: DemoFleet, travellerIds: readonly string[]) {
  const now = deps.clock.now()
  const rows = new Map(drivers.map(({ email }, row) => [email, row]))
  const drives = drivesBetween(now, FIRST_DAY, LAST_DAY).filter(({ who, departsAt }) => {
    const day = Math.floor(startOfBogotaDate(bogotaDate(departsAt)).getTime() / DAY_MS)
    return (day + (rows.get(who.email) ?? 0)) % EVERY === 0
  })
  const trips = await planTrips(deps, fleet, drives)
  const rides = seatTravellers(trips, travellerIds)
  const userIds = [...travellerIds, ...[...fleet.values()].map(({ userId }) => userId)]
  await inTransaction(deps.db, async (tx) => {
    const window = { from: addMs(now, FIRST_DAY * DAY_MS), until: addMs(now, -DAY_MS) }
    if ((await listBusyTimes(tx, { userIds, ...window })).length > 0) return
    await writeTrips(
      tx,
      trips.map((trip) => ({
        trip,
        taken: rides.has(trip.id) ? 1 : 0,
        also: {
          status: 'completed',
          payment_modes: ['billetera', 'directo'],
          created_at: addMs(trip.departsAt, -5 * DAY_MS),
          completed_at: addMs(trip.arrivesAt, DAY_MS),
        },
      })),
    )
    const past = ridesOf(trips, rides, deps.config.commissionBp)
    await insertRides(tx, past)
    await takeCommissions(tx, past.bookings, now)
    await refreshReputation(tx, deps, userIds)
  })
}

function seatTravellers(trips: readonly PlannedTrip[], travellerIds: readonly string[]) {
  const free = travellerIds.map((userId) => ({ userId, from: new Date(0) }))
  const riders = new Map<string, string>()
  for (const { id, who, departsAt, arrivesAt } of trips) {
    const next = free.find(({ from }) => from <= departsAt)
    // Trips for women require a verified document, which travellers do not have.
    if (!next || who.preferences.womenOnly) continue
    riders.set(id, next.userId)
    free.splice(free.indexOf(next), 1)
    free.push({ ...next, from: addMs(arrivesAt, REST_MS) })
  }
  return riders
}

function ridesOf(
  trips: readonly PlannedTrip[],
  riders: ReadonlyMap<string, string>,
  commissionBp: number,
): Rides {
  const all: Rides = { bookings: [], events: [], ratings: [], ratingEvents: [] }
  for (const trip of trips) {
    const passengerId = riders.get(trip.id)
    if (passengerId) addRide(all, trip, { passengerId, commissionBp })
  }
  return all
}

/** Returns a pseudo-random number that is the same for a drive in every database. */
function drawFor({ who, departsAt }: PlannedTrip): number {
  return Number.parseInt(sha256Hex(`${who.email} ${departsAt.toISOString()}`).slice(0, 8), 16)
}

type Rider = { passengerId: string; commissionBp: number }

/** Adds a past ride that was paid in the car; its commission is taken later. It gives no points. */
function addRide(all: Rides, trip: PlannedTrip, { passengerId, commissionBp }: Rider): void {
  const draw = drawFor(trip)
  const { departsAt, arrivesAt, car, route } = trip
  const id = derivedId('demo.booking', trip.id)
  const bookedAt = addMs(departsAt, -3 * DAY_MS)
  const closedAt = addMs(arrivesAt, DAY_MS)
  const fare_pesos = seatPriceOf(trip)
  const holds = commissionOn(fare_pesos, commissionBp) > 0
  all.bookings.push({
    id,
    trip_id: trip.id,
    passenger_id: passengerId,
    driver_id: car.userId,
    from_seq: 0,
    to_seq: route.places.length - 1,
    seats: 1,
    fare_pesos,
    commission_bp: commissionBp,
    payment_mode: 'directo',
    status: 'confirmed',
    hold_id: holds ? holdOf(id) : null,
    code: newCode(),
    picks_up_at: departsAt,
    drops_off_at: arrivesAt,
    created_at: bookedAt,
    confirmed_at: bookedAt,
    closed_at: closedAt,
  })
  const event = (name: string, at: Date, actor_id: string | null, details = {}) =>
    all.events.push({
      id: derivedId('demo.event', id, name),
      booking_id: id,
      at,
      actor_id,
      event: name,
      details,
    })
  event('confirmed', bookedAt, passengerId)
  event('checked_in', closedAt, null, { by: 'auto' })
  event('completed', closedAt, null)
  // Some rides have no rating at all, since a one-sided rating stays hidden until its deadline.
  if (draw % 11 !== 10) addRatings(all, { id, passengerId, driverId: car.userId, arrivesAt }, draw)
}

const holdOf = (bookingId: string) => derivedId('booking.hold', bookingId)

/**
 * Takes the commissions of past rides as the use cases do: held for the seat, posted when the ride
 * was complete. Each driver topped up for them before the first.
 */
async function takeCommissions(tx: Tx, rides: Rides['bookings'], now: Date): Promise<void> {
  const dues = rides.flatMap((ride) => {
    const pesos = commissionOn(Number(ride.fare_pesos), ride.commission_bp)
    return pesos > 0 ? { id: String(ride.id), driverId: ride.driver_id, pesos, ride } : []
  })
  for (const [userId, own] of Map.groupBy(dues, ({ driverId }) => driverId)) {
    const total = own.reduce((sum, { pesos }) => sum + pesos, 0)
    const paid = { now: addMs(now, (FIRST_DAY - 4) * DAY_MS), method: 'PSE' }
    const pesos = Math.ceil(total / TOPUP_MIN_PESOS) * TOPUP_MIN_PESOS
    const paymentId = derivedId('demo.history', userId)
    await openingBalance(tx, { paymentId, userId, pesos, ...paid })
  }
  const movement = (id: string) =>
    ({ code: 'commission', cause: { kind: 'booking', id }, now }) as const
  for (const { id, driverId, pesos, ride } of dues) {
    const [from, happenedAt] = [walletId(driverId), new Date(ride.created_at)]
    const held = { id: holdOf(id), from, to: revenueCommission, pesos, happenedAt }
    await hold(tx, { ...movement(id), ...held })
  }
  await completeRides(tx, rides)
  for (const { id, ride } of dues) {
    const ended = { id: derivedId('booking.post', id), holdId: holdOf(id) }
    const happenedAt = new Date(ride.closed_at as Date)
    await post(tx, { ...movement(id), ...ended, happenedAt })
  }
}

type Ride = { id: string; passengerId: string; driverId: string; arrivesAt: Date }

function addRatings(all: Rides, ride: Ride, draw: number): void {
  const { id: bookingId, passengerId, driverId, arrivesAt } = ride
  const revealedAt = addMs(arrivesAt, 5 * HOUR_MS)
  const sides = [
    {
      rater_id: passengerId,
      rated_id: driverId,
      rated_as: 'driver',
      stars: draw % 29 === 7 ? 3 : draw % 5 === 3 ? 4 : 5,
      tags: aboutDrivers[draw % aboutDrivers.length] ?? [],
      comment: draw % 3 === 0 ? (comments[Math.floor(draw / 3) % comments.length] ?? null) : null,
      created_at: addMs(arrivesAt, 3 * HOUR_MS),
    },
    {
      rater_id: driverId,
      rated_id: passengerId,
      rated_as: 'passenger',
      stars: draw % 9 === 4 ? 4 : 5,
      tags: aboutPassengers[draw % aboutPassengers.length] ?? [],
      comment: null,
      created_at: revealedAt,
    },
  ]
  for (const side of sides) {
    const id = derivedId('demo.rating', bookingId, side.rated_as)
    all.ratings.push({ id, booking_id: bookingId, outcome: 'travelled', ...side })
    all.ratingEvents.push({
      id: derivedId('demo.revealed', id),
      rating_id: id,
      at: revealedAt,
      actor_id: null,
      event: 'revealed',
      details: {},
    })
  }
}
