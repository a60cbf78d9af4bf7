import type { BookingConnection } from '#contract/booking-view.ts'
import type { TripState } from '#contract/trips.ts'
import {
  areBlocked,
  findPeople,
  findUser,
  listBlockedBy,
  openPhone,
  type Person,
} from '#server/modules/people/users/index.ts'
import {
  type Booking,
  type Facts,
  findFactsOf,
  listPassengers,
  listRescued,
  listTripBookings,
  presentBookings,
} from '#server/modules/travel/bookings/index.ts'
import {
  findTripFacts,
  findTripSigns,
  ownPointsOf,
  pointsOfTrip,
  type TripFacts,
  type TripPoints,
  tripStateAt,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { signTime } from './boarding/signed-time.ts'
import { type Journey, showsPhones } from './journey.ts'
import { findJourney, listWords } from './journeys.queries.ts'
import { isAboard } from './run-stops.ts'

type Read = { trip: TripFacts; points: TripPoints; journey: Journey; now: Date }

/** The driver's own trip with its passengers and their phones. */
export type RunFacts = Read & {
  bookings: Booking[]
  /** Trips with one change of car, by booking id. */
  connections: Map<string, BookingConnection | null>
  /** Facts of bookings, by booking id. */
  facts: Map<string, Facts>
  /** Ids of bookings that replace a seat of a driver who failed. */
  rescued: readonly string[]
  /** Meeting points of each booking, by booking id. */
  meetings: Map<string, TripPoints>
  people: Map<string, Person>
  /** Phone numbers by person, without those that the driver must not see now. */
  phones: Map<string, string>
  /** Signature over the time of this reading. */
  timeProof: string
}

/** A trip as a passenger sees it, with their own points, or its driver without a booking. */
export type FollowedJourney = Read & {
  booking: Booking | null
  /** All bookings of the trip: they tell where the car stops. */
  riders: readonly Booking[]
  driver: { name: string; phone: string | null }
  /** Where the trip is, and what this person said about their arrival. */
  state: TripState
  arrived: boolean | null
}

/** Reads all data of the driver's run sheet. Errors: `trip_not_found`. */
export async function readRun(deps: ActDeps, driver: ActorId, { tripId }: { tripId: string }) {
  const bookings = await listPassengers(deps, driver, { tripId })
  const read = await readTrip(deps, tripId)
  const passengerIds = bookings.map(({ passengerId }) => passengerId)
  const people = await findPeople(deps.db, passengerIds)
  const reachable = showsPhones(read.trip, read.now) ? bookings.filter(isAboard) : []
  const phones = new Map<string, string>()
  const apart = new Set(await listBlockedBy(deps.db, driver.userId))
  for (const { passengerId } of reachable.filter((each) => !apart.has(each.passengerId))) {
    const phone = openPhone(deps.secrets, await findUser(deps.db, passengerId))
    if (phone) phones.set(passengerId, phone)
  }
  const chosen = await ownPointsOf(deps.db, bookings)
  const meetings = new Map(
    bookings.map((each) => [each.id, withOwnPoints(read.points, each, chosen)]),
  )
  const told = { tripId: read.trip.id, driverId: driver.userId, at: read.now }
  const timeProof = signTime(deps.secrets.ticketKey, told)
  const ids = bookings.map(({ id }) => id)
  const facts = await findFactsOf(deps.db, ids)
  const connected = bookings.filter(({ connectionId }) => connectionId)
  const views = await presentBookings(deps, driver, connected, { facts })
  const connections = new Map(views.map(({ id, connection }) => [id, connection]))
  const rescued = await listRescued(deps.db, ids)
  return { ...read, bookings, facts, connections, rescued, meetings, people, phones, timeProof }
}

/**
 * Reads the progress of a trip for its driver and for passengers with a seat or a request.
 * Errors: `trip_not_found`, also for everybody else.
 */
export async function followJourney(
  deps: ActDeps,
  { userId: passengerId }: ActorId,
  { tripId }: { tripId: string },
): Promise<FollowedJourney> {
  const read = await readTrip(deps, tripId)
  const { driverId } = read.trip
  const bookings = await listTripBookings(deps.db, tripId)
  const booking = bookings.find((each) => each.passengerId === passengerId && follows(each)) ?? null
  if (!booking && driverId !== passengerId) throw new AppError('trip_not_found')
  const driver = (await findPeople(deps.db, [driverId])).get(driverId)
  const mayCall =
    booking &&
    isAboard(booking) &&
    showsPhones(read.trip, read.now) &&
    !(await areBlocked(deps.db, passengerId, driverId))
  const phone = mayCall ? openPhone(deps.secrets, await findUser(deps.db, driverId)) : null
  const points = booking
    ? withOwnPoints(read.points, booking, await ownPointsOf(deps.db, [booking]))
    : read.points
  const signs = (await findTripSigns(deps.db, [read.trip.id]))(read.trip.id)
  const state = tripStateAt(read.trip, signs, read.now)
  const word = (await listWords(deps.db, read.trip.id)).find((each) => each.userId === passengerId)
  const shown = {
    points,
    booking,
    riders: bookings,
    driver: { name: driver?.name ?? 'Tu conductor', phone },
  }
  return { ...read, ...shown, state, arrived: word?.arrived ?? null }
}

async function readTrip(deps: ActDeps, tripId: string): Promise<Read> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) throw new AppError('trip_not_found')
  const points = await pointsOfTrip(deps.db, trip)
  const journey = await findJourney(deps.db, trip.id)
  return { trip, points, journey, now: deps.clock.now() }
}

/** Whether the booking is a request or a confirmed seat. */
function follows(booking: Booking): boolean {
  return booking.status === 'requested' || isAboard(booking)
}
