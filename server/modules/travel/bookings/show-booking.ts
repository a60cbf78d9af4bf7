import type { z } from 'zod'
import { FREE_RETURNS } from '#contract/booking-limits.ts'
import type { Ticket } from '#contract/booking-view.ts'
import { findTripFacts, requireOwnTrip } from '#server/modules/travel/trips/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { partOf } from '#server/platform/paging.ts'
import { type Booking, boardingWindow, type Party, partyOf } from './booking.ts'
import type { Actor } from './booking-conditions.ts'
import { findFactsOf } from './booking-snapshot.queries.ts'
import { bookingStates, stateOf } from './booking-states.ts'
import {
  countOwn,
  countPassengerBookings,
  findBooking,
  listPassengerBookings,
  listTripBookings,
  lockBooking,
  type PassengerScope,
} from './bookings.queries.ts'
import { signTicket } from './tickets/ticket.ts'

const PAGE = 20

/** Reads a booking for its passenger or driver. Errors: `booking_not_found`. */
export async function showBooking(
  deps: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<Booking> {
  const booking = await findBooking(deps.db, bookingId)
  if (!booking || !partyOf(booking, userId)) throw new AppError('booking_not_found')
  return booking
}

/** Locks a booking as its passenger or driver. Errors: `booking_not_found`. */
export async function lockOwn(tx: Tx, party: Party, { userId }: ActorId, bookingId: string) {
  const booking = await lockBooking(tx, bookingId)
  if (!booking || partyOf(booking, userId) !== party) throw new AppError('booking_not_found')
  return booking
}

/** Reads facts and trip of a locked booking, for a decision by `transition` or `may`. */
export async function caseOf(tx: Tx, booking: Booking, by: Actor, now: Date) {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  assert(facts, `booking ${booking.id} without facts`)
  const trip = await findTripFacts(tx, booking.tripId)
  return { booking, by, now, facts, tripCancelled: trip?.status === 'cancelled' }
}

/** Lists a page of 20 of a passenger's bookings; pages count from 1. */
export async function listBookings(
  deps: ReadDeps,
  { userId: passengerId }: ActorId,
  { scope, page }: Pick<PassengerScope, 'scope'> & { page: number },
): Promise<{ found: Booking[]; totalPages: number }> {
  const filter = { passengerId, scope, now: deps.clock.now() }
  const [found, count] = await Promise.all([
    listPassengerBookings(deps.db, { ...filter, ...partOf(page, PAGE) }),
    countPassengerBookings(deps.db, filter),
  ])
  return { found, totalPages: Math.ceil(count / PAGE) }
}

/** Lists the bookings of the driver's own trip. Errors: `trip_not_found`. */
export async function listPassengers(
  deps: Pick<Deps, 'db'>,
  driver: ActorId,
  { tripId }: { tripId: string },
): Promise<Booking[]> {
  const { id } = await requireOwnTrip(deps.db, driver, tripId)
  return await listTripBookings(deps.db, id)
}

/** Returns the person's free returns left on a trip. Errors: `trip_not_found`. */
export async function freeReturnsLeft(
  deps: Pick<Deps, 'db'>,
  { userId: passengerId }: ActorId,
  { tripId }: { tripId: string },
): Promise<number> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip || trip.status === 'draft') throw new AppError('trip_not_found')
  const { returned } = await countOwn(deps.db, { passengerId, tripId: trip.id })
  return Math.max(0, FREE_RETURNS - returned)
}

/**
 * Issues the passenger's ticket. It is deterministic, so every call returns the same text.
 * Errors: `booking_not_found`, `ticket_not_confirmed`, `ticket_revoked`, `booking_in_dispute`.
 */
export async function issueTicket(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { userId: passengerId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<z.input<typeof Ticket>> {
  const booking = await findBooking(deps.db, bookingId)
  if (booking?.passengerId !== passengerId) throw new AppError('booking_not_found')
  const { ticket } = bookingStates[stateOf(booking, booking.picksUpAt)]
  if (ticket === 'none') throw new AppError('ticket_not_confirmed')
  if (ticket === 'revoked') throw new AppError('ticket_revoked')
  if (ticket === 'blocked') throw new AppError('booking_in_dispute')
  const { id, tripId, code, status, generation, seats, fromSeq, toSeq } = booking
  const { from: validFrom, until: validUntil } = boardingWindow(booking)
  const qr = signTicket(deps.secrets.ticketKey, {
    bookingId: id,
    tripId,
    generation,
    seats,
    fromSeq,
    toSeq,
    validFrom,
    validUntil,
  })
  const times = { validFrom: validFrom.toISOString(), validUntil: validUntil.toISOString() }
  return { bookingId: id, tripId, qr, code, status, ...times }
}
