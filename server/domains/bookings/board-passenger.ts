import { createPublicKey } from 'node:crypto'
import { readCode, readTicket } from '#server/domains/tickets/tickets.public.ts'
import { findTripFacts } from '#server/domains/trips/trips.public.ts'
import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { inOneCall, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Booking, Facts } from './booking.ts'
import { bookingStates, stateOf } from './booking-states.ts'
import { transition } from './booking-transitions.ts'
import { changeStatus, findBooking } from './bookings.queries.ts'
import { callCheckIn } from './check-in.queries.ts'
import { type SeenBooking, seeBooking, seeBookingByCode } from './seen-booking.queries.ts'

export type CheckIn = {
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
  /** Of the actor. */
  guard?: CallGuard | undefined
}

/**
 * The driver registers a passenger by QR or code: the fare is paid. Of parallel calls one succeeds.
 * `guard`: the call that boards also checks session and limit of the caller.
 * Errors: those of the contract's `checkIn`.
 */
export async function checkIn(
  deps: BoardingDeps,
  { userId: driverId }: ActorId,
  input: CheckIn,
  guard?: CallGuard,
): Promise<SeenBooking> {
  const writtenAt = deps.clock.now()
  const now = input.scannedAt ?? writtenAt
  // Booking and trip are read at one moment: should the trip be cancelled later, the generation
  // read here is the old one and no longer boards.
  const found = await findShown(deps, input)
  if (found.refusal) {
    const trip = await findTripFacts(deps.db, input.tripId)
    throw new AppError(trip?.driverId === driverId ? found.refusal : 'trip_not_found')
  }
  const { seen, generation } = found
  const { booking } = seen
  if (booking.driverId !== driverId) throw new AppError('trip_not_found')
  assertMayBoard(booking, seen.trip, {
    by: 'driver',
    facts: seen.shown.facts,
    generation,
    now,
  })
  const by = 'code' in input ? 'code' : 'ticket'
  const boarding = { by, actorId: driverId, now, writtenAt, guard } as const
  return { ...seen, booking: await boardOnce(deps, booking, boarding) }
}

/**
 * The passenger says "Ya voy a bordo", which pays the fare like a scan; repeating it is harmless.
 * Errors: `booking_not_found`, `ticket_not_confirmed`, `ticket_revoked`, `check_in_too_early`,
 * `booking_in_dispute`.
 */
export async function confirmAboard(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: passengerId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<Booking> {
  const now = deps.clock.now()
  const booking = await findBooking(deps.db, bookingId)
  if (booking?.passengerId !== passengerId) throw new AppError('booking_not_found')
  if (isAboard(booking)) return booking
  const trip = await findTripFacts(deps.db, booking.tripId)
  assertMayBoard(booking, trip, { by: 'passenger', now })
  try {
    return await boardOnce(deps, booking, { by: 'passenger', actorId: passengerId, now })
  } catch (error) {
    const scanned = error instanceof AppError && error.code === 'ticket_used'
    const current = scanned ? await findBooking(deps.db, booking.id) : undefined
    if (current) return current
    throw error
  }
}

/**
 * Boards and pays in one call of the database, if the booking is confirmed and its ticket still the
 * one that was read. Undefined otherwise. Errors of the guard: `unauthenticated`, `rate_limited`.
 */
export async function board(
  db: Reader,
  read: Booking,
  { by, actorId, now, writtenAt, guard }: Boarding,
): Promise<Booking | undefined> {
  const call = { booking: read, by, actorId, guard, at: now, now: writtenAt ?? now }
  const { answer, booking } = await callCheckIn(db, call)
  if (guard) guard.checked = true
  if (answer === 'boarded') return booking
  const refusal = callerRefusal(answer)
  if (refusal) throw refusal
  assert(answer === 'changed', `check_in answered ${answer}`)
  return undefined
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
  const state = current && stateOf(current, boarding.now)
  if (state === 'driver_absent') throw new AppError('booking_in_dispute')
  throw new AppError('ticket_revoked')
}

type Found =
  | { refusal: 'ticket_invalid' | 'ticket_other_trip' }
  | { refusal?: undefined; seen: SeenBooking; generation?: number }

/** The booking that a QR or a typed code belongs to. */
async function findShown(deps: BoardingDeps, input: CheckIn): Promise<Found> {
  const tripId = input.tripId.toLowerCase()
  if ('code' in input) {
    const code = readCode(input.code)
    const seen = code && (await seeBookingByCode(deps.db, { tripId, code }))
    return seen ? { seen } : { refusal: 'ticket_invalid' }
  }
  const claims = readTicket([createPublicKey(deps.secrets.ticketKey)], input.ticket)
  if (!claims) return { refusal: 'ticket_invalid' }
  if (claims.tripId !== tripId) return { refusal: 'ticket_other_trip' }
  const seen = await seeBooking(deps.db, claims.bookingId)
  if (seen?.booking.tripId !== tripId) return { refusal: 'ticket_invalid' }
  return { seen, generation: claims.generation }
}

function isAboard(booking: Booking): boolean {
  return bookingStates[stateOf(booking, booking.picksUpAt)].ticket === 'used'
}

function alreadyUsed(booking: Booking): AppError {
  return new AppError('ticket_used', { details: { usedAt: booking.checkedInAt?.toISOString() } })
}

type Shown = {
  by: 'driver' | 'passenger'
  facts?: Facts
  /** Of the ticket that was shown; undefined: a code or the passenger's word. */
  generation?: number | undefined
  now: Date
}

function assertMayBoard(
  booking: Booking,
  trip: { status: string } | undefined,
  { by, facts, generation, now }: Shown,
): void {
  if (isAboard(booking)) throw alreadyUsed(booking)
  const tripCancelled = trip?.status === 'cancelled'
  // A ticket of before is worthless whatever the hour; a state that does not board says more.
  const replaced = generation !== undefined && generation !== booking.generation
  if (replaced && stateOf(booking, now) === 'confirmed') throw new AppError('ticket_revoked')
  transition('board', { booking, by, now, facts, tripCancelled })
}
