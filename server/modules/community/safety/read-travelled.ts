import { findUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  listBookingRows,
  listTripBookings,
} from '#server/modules/travel/bookings/index.ts'
import { findJourney, listWords } from '#server/modules/travel/journeys/index.ts'
import { findTripFacts, findTripSigns, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listUrgentUsers } from './incidents.queries.ts'
import type { Travelled } from './shared-trip.ts'
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

const TRAVELS: readonly Booking['status'][] = ['confirmed', 'checked_in', 'completed']

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
