import { createPublicKey } from 'node:crypto'
import { readShortCode, TICKET_CODE_LENGTH } from '#contract/short-code.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { inOneCall, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { sharedCall, sharedRead } from '#server/platform/shared-call.ts'
import { type Booking, type Facts, partsOf } from '../booking.ts'
import {
  type BookingSnapshot,
  listSnapshots,
  listSnapshotsByCode,
} from '../booking-snapshot.queries.ts'
import { bookingStates, stateOf } from '../booking-states.ts'
import { transition } from '../booking-transitions.ts'
import { findBooking } from '../bookings.queries.ts'
import { readTicket } from '../tickets/ticket.ts'
import {
  type CheckedIn,
  type CheckInCall,
  callCheckIns,
  countReissues,
} from './board-passenger.queries.ts'

export type CheckIn = {
  tripId: string
  /** Time of an offline scan; the payment is written now and dated at that time. */
  scannedAt?: Date
} & ({ ticket: string } | { code: string })

type Boarding = {
  by: 'ticket' | 'code' | 'name' | 'passenger' | 'auto' | 'dispute'
  actorId: string | null
  /** Time when the passenger boarded. */
  now: Date
  /** Time when the boarding is written, if later than `now`. */
  writtenAt?: Date
  /** Checks session and rate limit of the actor in the same call. */
  guard?: CallGuard | undefined
}

/**
 * Boards a passenger by QR or code as the driver, which pays the fare. Of parallel calls one
 * succeeds. With `guard`, the call that boards also checks session and rate limit of the caller.
 * Errors: those of the contract's `checkIn`.
 */
export async function checkIn(
  deps: ActDeps,
  { userId: driverId }: ActorId,
  input: CheckIn,
  guard?: CallGuard,
): Promise<BookingSnapshot> {
  const writtenAt = deps.clock.now()
  const now = input.scannedAt ?? writtenAt
  // Reads booking and trip in one snapshot. Cancelling the trip later raises the generation, so a
  // check-in with the generation read here fails.
  const found = await findPresented(deps, input)
  if (found.refusal) {
    const trip = await findTripFacts(deps.db, input.tripId)
    throw new AppError(trip?.driverId === driverId ? found.refusal : 'trip_not_found')
  }
  const { snapshot } = found
  const { booking } = snapshot
  if (booking.driverId !== driverId) throw new AppError('trip_not_found')
  const generation = await generationNow(deps, booking, found.generation, now)
  assertMayBoard(booking, snapshot.trip, { facts: snapshot.view.facts, generation, now })
  const by = 'code' in input ? 'code' : 'ticket'
  const boarding = { by, actorId: driverId, now, writtenAt, guard } as const
  return { ...snapshot, booking: await boardOnce(deps, booking, boarding) }
}

/** Boards and pays by `check_ins`; undefined unless the booking is still as it was read. */
export async function board(db: Reader, booking: Booking, boarding: Boarding) {
  const [made] = await callCheckIns(db, [callOf(booking, boarding)], { waits: true })
  assert(made, 'check_ins answers every call')
  return boardedOf(made)
}

const readById = sharedRead(listSnapshots)
const readByCode = sharedRead(listSnapshotsByCode)

/** Check-ins of different drivers share one call; those of one driver follow one another. */
const boardTogether = sharedCall({
  send: callCheckIns,
  keysOf: ({ actorId, booking }: CheckInCall) => [actorId ?? booking.id],
  rowsOf: ({ booking }: CheckInCall) => partsOf(booking),
})

function callOf(booking: Booking, { by, actorId, now, writtenAt, guard }: Boarding): CheckInCall {
  return { booking, by, actorId, guard, at: now, now: writtenAt ?? now }
}

/** Returns the boarded booking. Errors of the guard: `unauthenticated` and `rate_limited`. */
function boardedOf({ answer, booking }: CheckedIn): Booking | undefined {
  if (answer === 'boarded') return booking
  const refusal = callerRefusal(answer)
  if (refusal) throw refusal
  assert(answer === 'changed', `check_ins answered ${answer}`)
  return undefined
}

async function boardOnce(deps: Pick<Deps, 'db'>, booking: Booking, boarding: Boarding) {
  const { guard } = boarding
  const aboard = await inOneCall(deps.db, async (db) => {
    if (!guard) return await board(db, booking, boarding)
    const made = await boardTogether(db, callOf(booking, boarding))
    guard.checked = true
    return boardedOf(made)
  })
  if (aboard) return aboard
  const current = await findBooking(deps.db, booking.id)
  if (current && isAboard(current)) throw alreadyUsed(current)
  const state = current && stateOf(current, boarding.now)
  if (state === 'driver_absent') throw new AppError('booking_in_dispute')
  throw new AppError('ticket_revoked')
}

type Found =
  | { refusal: 'ticket_invalid' | 'ticket_other_trip' }
  | { refusal?: undefined; snapshot: BookingSnapshot; generation?: number }

/** Finds the booking of a QR ticket or a typed code. */
async function findPresented(deps: ActDeps, input: CheckIn): Promise<Found> {
  const tripId = input.tripId.toLowerCase()
  if ('code' in input) {
    const code = readShortCode(input.code, TICKET_CODE_LENGTH)
    const snapshot = code && (await readByCode(deps.db, { tripId, code }))
    return snapshot ? { snapshot } : { refusal: 'ticket_invalid' }
  }
  const claims = readTicket([createPublicKey(deps.secrets.ticketKey)], input.ticket)
  if (!claims) return { refusal: 'ticket_invalid' }
  if (claims.tripId !== tripId) return { refusal: 'ticket_other_trip' }
  const snapshot = await readById(deps.db, claims.bookingId)
  if (snapshot?.booking.tripId !== tripId) return { refusal: 'ticket_invalid' }
  return { snapshot, generation: claims.generation }
}

/**
 * The generation of a ticket that was read at `at`: who sat in the car then, and gave back a seat
 * or changed the segment before the scan was sent, keeps the place of that ticket.
 */
async function generationNow(
  { db }: Pick<Deps, 'db'>,
  { id, generation }: Booking,
  read: number | undefined,
  at: Date,
): Promise<number | undefined> {
  if (read === undefined || read >= generation) return read
  return read + (await countReissues(db, id, at))
}

function isAboard(booking: Booking): boolean {
  return bookingStates[stateOf(booking, booking.picksUpAt)].ticket === 'used'
}

function alreadyUsed(booking: Booking): AppError {
  return new AppError('ticket_used', { details: { usedAt: booking.checkedInAt?.toISOString() } })
}

type PresentedTicket = {
  facts: Facts
  /** Generation in the scanned ticket; undefined for a typed code. */
  generation?: number | undefined
  now: Date
}

function assertMayBoard(
  booking: Booking,
  trip: { status: string },
  { facts, generation, now }: PresentedTicket,
): void {
  if (isAboard(booking)) throw alreadyUsed(booking)
  const tripCancelled = trip.status === 'cancelled'
  // A revoked ticket is refused as revoked at any time; other states have a more specific refusal.
  const replaced = generation !== undefined && generation !== booking.generation
  if (replaced && bookingStates[stateOf(booking, now)].ticket === 'good')
    throw new AppError('ticket_revoked')
  transition('board', { booking, by: 'driver', now, facts, tripCancelled })
}
