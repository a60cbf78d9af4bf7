import { createPublicKey } from 'node:crypto'
import { readCode, readTicket } from '#server/domains/tickets/tickets.public.ts'
import { findTripFacts, type TripFacts } from '#server/domains/trips/trips.public.ts'
import { inOneCall, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { type Booking, boardingWindow, ENDED, isObjected } from './booking.ts'
import { changeStatus, findBooking, findBookingByCode } from './bookings.queries.ts'
import { callCheckIn } from './check-in.queries.ts'
import { takeOf } from './settle-booking.ts'

export type CheckIn = {
  driverId: string
  tripId: string
  /** When the ticket was read without a network; the money is written now and dated then. */
  scannedAt?: Date
} & ({ ticket: string } | { code: string })

type BoardingDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

type Boarding = {
  by: 'ticket' | 'code' | 'passenger' | 'auto' | 'dispute'
  actorId: string | null
  /** When the passenger boarded. */
  now: Date
  /** When that is written, if later. */
  writtenAt?: Date
}

/**
 * The driver registers a passenger by QR or code: the fare is paid. Of parallel calls one succeeds.
 * Errors: those of the contract's `checkIn`.
 */
export async function checkIn(deps: BoardingDeps, input: CheckIn): Promise<Booking> {
  const writtenAt = deps.clock.now()
  const now = input.scannedAt ?? writtenAt
  // The booking is read before the trip: should the trip be cancelled in between, it is seen here;
  // should it be cancelled later, the generation read here is the old one and no longer boards.
  const shown = await findShown(deps, input)
  const trip = await findTripFacts(deps.db, input.tripId)
  if (!trip || trip.driverId !== input.driverId) throw new AppError('trip_not_found')
  if (shown.refusal) throw new AppError(shown.refusal)
  const { booking } = shown
  assertMayBoard(booking, trip, { ...shown, now })
  if (now > boardingWindow(booking).until) {
    throw new AppError('ticket_invalid', { message: 'Este tiquete ya venció.' })
  }
  const by = 'code' in input ? 'code' : 'ticket'
  return await boardOnce(deps, booking, { by, actorId: input.driverId, now, writtenAt })
}

/**
 * The passenger says "Ya voy a bordo", which pays the fare like a scan; repeating it is harmless.
 * Errors: `booking_not_found`, `ticket_not_confirmed`, `ticket_revoked`, `check_in_too_early`,
 * `booking_in_dispute`.
 */
export async function confirmAboard(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { passengerId: string; bookingId: string },
): Promise<Booking> {
  const now = deps.clock.now()
  const booking = await findBooking(deps.db, input.bookingId)
  if (booking?.passengerId !== input.passengerId) throw new AppError('booking_not_found')
  if (isAboard(booking)) return booking
  const trip = await findTripFacts(deps.db, booking.tripId)
  assertMayBoard(booking, trip, { now })
  try {
    return await boardOnce(deps, booking, { by: 'passenger', actorId: input.passengerId, now })
  } catch (error) {
    const scanned = error instanceof AppError && error.code === 'ticket_used'
    const current = scanned ? await findBooking(deps.db, booking.id) : undefined
    if (current) return current
    throw error
  }
}

/**
 * Boards and pays in one call of the database, if the booking is confirmed and its ticket still the
 * one that was read. Undefined otherwise.
 */
export function board(
  db: Reader,
  booking: Booking,
  { by, actorId, now, writtenAt }: Boarding,
): Promise<Booking | undefined> {
  const take = takeOf(booking, booking.farePesos)
  return callCheckIn(db, { booking, by, actorId, take, at: now, now: writtenAt ?? now })
}

/** The journey of a passenger aboard is over, for good. */
export async function completeBoarded(
  tx: Tx,
  booking: Booking,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<Booking> {
  const done = await changeStatus(tx, {
    id: booking.id,
    from: ['checked_in'],
    to: 'completed',
    now,
    actorId,
    closedAt: now,
  })
  assert(done, `booking ${booking.id} was not locked`)
  return done
}

async function boardOnce(
  deps: Pick<Deps, 'db'>,
  booking: Booking,
  boarding: Boarding,
): Promise<Booking> {
  const aboard = await inOneCall(deps.db, (db) => board(db, booking, boarding))
  if (aboard) return aboard
  const current = await findBooking(deps.db, booking.id)
  if (current && isAboard(current)) throw alreadyUsed(current)
  if (current && isObjected(current)) throw new AppError('booking_in_dispute')
  throw new AppError('ticket_revoked')
}

type Shown =
  | { refusal: 'ticket_invalid' | 'ticket_other_trip' }
  | { refusal?: undefined; booking: Booking; generation?: number }

/** The booking that a QR or a typed code belongs to. */
async function findShown(deps: BoardingDeps, input: CheckIn): Promise<Shown> {
  const tripId = input.tripId.toLowerCase()
  if ('code' in input) {
    const code = readCode(input.code)
    const booking = code && (await findBookingByCode(deps.db, { tripId, code }))
    return booking ? { booking } : { refusal: 'ticket_invalid' }
  }
  const claims = readTicket([createPublicKey(deps.secrets.ticketKey)], input.ticket)
  if (!claims) return { refusal: 'ticket_invalid' }
  if (claims.tripId !== tripId) return { refusal: 'ticket_other_trip' }
  const booking = await findBooking(deps.db, claims.bookingId)
  if (booking?.tripId !== tripId) return { refusal: 'ticket_invalid' }
  return { booking, generation: claims.generation }
}

function isAboard(booking: Booking): boolean {
  return booking.status === 'checked_in' || booking.status === 'completed'
}

function alreadyUsed(booking: Booking): AppError {
  return new AppError('ticket_used', { details: { usedAt: booking.checkedInAt?.toISOString() } })
}

function assertMayBoard(
  booking: Booking,
  trip: TripFacts | undefined,
  { generation, now }: { generation?: number; now: Date },
): void {
  if (isAboard(booking)) throw alreadyUsed(booking)
  if (trip?.status === 'cancelled' || ENDED.includes(booking.status)) {
    throw new AppError('ticket_revoked')
  }
  if (booking.status === 'requested') throw new AppError('ticket_not_confirmed')
  // Whenever it was read: money does not move until a person decides, who is shown the scan.
  if (isObjected(booking)) throw new AppError('booking_in_dispute')
  if (generation !== undefined && generation !== booking.generation) {
    throw new AppError('ticket_revoked')
  }
  if (now < boardingWindow(booking).from) throw new AppError('check_in_too_early')
}
