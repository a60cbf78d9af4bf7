import { TRAVELS } from '#contract/moments.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  listBookingRows,
  listConnection,
  listTripBookings,
} from '#server/modules/travel/bookings/index.ts'
import { findJourney, listWords } from '#server/modules/travel/journeys/index.ts'
import { findTripFacts, findTripSigns, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listUrgentUsers } from './incidents.queries.ts'
import { latest, type Progress, progressOf, type Travelled } from './shared-trip.ts'
import { findPosition } from './trip-shares.queries.ts'

/** Person on a trip: a passenger with their booking, or the driver without one. */
export type Traveller = { userId: string; tripId: string; bookingId: string | null }

/** First name or username, for people who follow a trip. */
export async function firstName(db: Reader, userId: string): Promise<string> {
  const { first_name, username } = await findUser(db, userId)
  return first_name ?? username ?? 'Alguien'
}

/** Reads the trip of a traveller in its current state; undefined when it is not their trip. */
export async function readTravelled(
  db: Reader,
  { userId, tripId, bookingId }: Traveller,
): Promise<Travelled | undefined> {
  const trip = await findTripFacts(db, tripId)
  if (!trip) return undefined
  let booking: Booking | null = null
  if (bookingId !== null) {
    booking = (await listBookingRows(db, [bookingId]))[0] ?? null
    if (booking?.passengerId !== userId) return undefined
  } else if (trip.driverId !== userId) return undefined
  const word = (await listWords(db, trip.id)).find((each) => each.userId === userId)
  const of = { userId, tripId: trip.id }
  return {
    ...{ trip, booking, journey: await findJourney(db, trip.id) },
    signs: (await findTripSigns(db, [trip.id]))(trip.id),
    saidAt: word?.arrived ? word.answeredAt : null,
    seenAt: (await findPosition(db, of))?.at ?? null,
    hasEmergency: (await listUrgentUsers(db, trip.id)).length > 0,
  }
}

/** A journey that others follow: the car that the person is in or waits for. */
export type Followed = {
  travelled: Travelled
  progress: Progress
  /** The second part of a trip with one change that is still ahead; `isThere`: it is the next. */
  change: { first: Travelled; second: Travelled; isThere: boolean } | null
}

/**
 * Reads the journey of a traveller. Of a trip with one change it is over with the second car; until
 * the person has left the first one, that one counts. Undefined when it is not their trip.
 */
export async function readFollowed(
  db: Reader,
  traveller: Traveller,
  now: Date,
): Promise<Followed | undefined> {
  const own = await readTravelled(db, traveller)
  const id = own?.booking?.connectionId
  const parts = id ? await listConnection(db, id) : []
  const { userId } = traveller
  const [first, found] = await Promise.all(
    parts.map(({ id: bookingId, tripId }) => readTravelled(db, { userId, tripId, bookingId })),
  )
  const second = found && { ...found, seenAt: found.seenAt ?? first?.seenAt ?? null }
  const after = second && progressOf(second, now)
  if (!own || !first || !second || !after || after.state === 'cancelled') {
    const travelled = first ?? own
    return travelled && { travelled, progress: progressOf(travelled, now), change: null }
  }
  const before = progressOf(first, now)
  // A first car without news is no arrival: the person may still be in it.
  const isThere = before.arrivedAt !== null || before.state === 'cancelled'
  if (!after.aboard && !after.bySelf && !isThere) {
    const endsAt = latest([before.endsAt, after.endsAt]) ?? after.endsAt
    const progress = { ...before, to: after.to, endsAt }
    return { travelled: first, progress, change: { first, second, isThere } }
  }
  const change = after.state === 'waiting' ? { first, second, isThere } : null
  return { travelled: second, progress: after, change }
}

/** The trips of a traveller: of a trip with one change both, else the one. */
export async function tripsOf(db: Reader, { tripId, bookingId }: Traveller): Promise<string[]> {
  const id = bookingId && (await listBookingRows(db, [bookingId]))[0]?.connectionId
  return id ? (await listConnection(db, id)).map((part) => part.tripId) : [tripId]
}

/** The traveller under whom links are kept: of a trip with one change the first part, for both. */
export async function wholeOf(db: Reader, traveller: Traveller): Promise<Traveller> {
  const { userId, bookingId } = traveller
  const id = bookingId && (await listBookingRows(db, [bookingId]))[0]?.connectionId
  const [first] = id ? await listConnection(db, id) : []
  return first ? { userId, tripId: first.tripId, bookingId: first.id } : traveller
}

/** Reads a trip of the actor. Errors: `booking_not_found`, `trip_not_found`. */
export async function travellerOf(
  db: Reader,
  { userId }: ActorId,
  of: { bookingId: string } | { tripId: string },
): Promise<{ traveller: Traveller; travelled: Travelled }> {
  const isBooking = 'bookingId' in of
  const tripId = isBooking ? (await listBookingRows(db, [of.bookingId]))[0]?.tripId : of.tripId
  const bookingId = isBooking ? of.bookingId.toLowerCase() : null
  const traveller = { userId, tripId: tripId?.toLowerCase() ?? '', bookingId }
  const travelled = tripId === undefined ? undefined : await readTravelled(db, traveller)
  if (!travelled) throw new AppError(isBooking ? 'booking_not_found' : 'trip_not_found')
  return { traveller, travelled }
}

type OfTraveller = Awaited<ReturnType<typeof travellerOf>>

/**
 * The car to which an incident belongs. Of a trip with one change the page shows the next car while
 * its passenger is in the other one, which counts; a report stays with a car that they boarded.
 */
export async function carOf(
  db: Reader,
  given: OfTraveller,
  kind: 'emergency' | 'felt_unsafe',
  now: Date,
): Promise<OfTraveller> {
  if (!given.travelled.booking?.connectionId) return given
  if (kind === 'felt_unsafe' && given.travelled.booking.checkedInAt) return given
  const followed = await readFollowed(db, given.traveller, now)
  const booking = followed?.travelled.booking
  if (!booking || !followed.progress.aboard || followed.progress.arrivedAt) return given
  const { userId } = given.traveller
  const traveller = { userId, tripId: booking.tripId, bookingId: booking.id }
  return { traveller, travelled: followed.travelled }
}

/** The bookings that travel on the trip of a person, and everybody of that trip by id. */
export async function travellersOf(
  db: Reader,
  { tripId, userId }: Pick<Traveller, 'tripId' | 'userId'>,
): Promise<{ trip: TripFacts; bookings: Booking[]; people: string[] }> {
  const trip = await findTripFacts(db, tripId)
  assert(trip, `no trip ${tripId}`)
  const bookings = (await listTripBookings(db, tripId)).filter((each) =>
    TRAVELS.includes(each.status),
  )
  const passengers = bookings.map(({ passengerId }) => passengerId)
  return { trip, bookings, people: [...new Set([userId, trip.driverId, ...passengers])] }
}
