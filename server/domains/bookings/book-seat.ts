import { isErrorCode } from '#contract/errors.ts'
import { debtOpen } from '#server/domains/ledger/ledger.public.ts'
import { newCode } from '#server/domains/tickets/tickets.public.ts'
import {
  freshTripFacts,
  knownTripFacts,
  planSeats,
  requireFreeTime,
  requireOwnPoints,
  type SeatsAsked,
  type TripFacts,
} from '#server/domains/trips/trips.public.ts'
import { profileIncomplete } from '#server/domains/users/users.public.ts'
import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { inOneCall, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { requestHash, resourceIdOf } from '#server/platform/idempotency.queries.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { type BookingKey, callBookSeat, outcomeOfKey } from './book-seat.queries.ts'
import { answerDeadline, type Booking } from './booking.ts'
import { nextDue } from './booking-states.ts'
import { firstStatus } from './booking-transitions.ts'
import { findBooking } from './bookings.queries.ts'
import type { Shown } from './seen-booking.queries.ts'
import { holdIdOf, holdsMoney, openWallets } from './settle-booking.ts'

export type BookSeat = Omit<SeatsAsked, 'passengerId'> & {
  tripId: string
  /** Seats that were kept for this booking. */
  keepId?: string | undefined
  /** SafePoints, where the driver chose none. */
  fromPointId?: string | undefined
  toPointId?: string | undefined
  idempotencyKey?: string | undefined
}

type Asked = BookSeat & { passengerId: string }

type BookingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export type Booked = {
  booking: Booking
  /** As it was booked. */
  trip: TripFacts
  /** Undefined when the booking is an earlier one. */
  shown: Shown | undefined
}

/** Name of the job that expires or completes a booking at its time. */
export const ADVANCE_JOB = 'bookings.advance'

/**
 * Longer than a full queue takes while the database answers, and shorter than a connection that
 * never comes: whoever waits behind it hears at once that it is busy.
 */
const GATE_PATIENCE_MS = 4_000

/** Eight at work on one trip keep its row busy; more would only fill the connection pool. */
const perTrip = keyedSemaphore(8, 512, GATE_PATIENCE_MS)

/** The trip may be edited, or its wallets opened, between two looks at it. */
const TRIES = 5

/**
 * Takes seats on a part of a trip and holds the money, all or nothing, in one call of the database
 * (`book_seat`). With the same idempotency key it answers the same booking, or repeats its refusal
 * for lack of money. `guard`: the call also checks session and limit of the caller.
 * Errors: those of the contract's `book`.
 */
export function bookSeat(
  deps: BookingDeps,
  { userId: passengerId }: ActorId,
  asked: BookSeat,
  guard?: CallGuard,
): Promise<Booked> {
  const input: Asked = { ...asked, passengerId }
  return perTrip(input.tripId.toLowerCase(), async () => {
    // What is decided here is decided on a trip that may have changed: the database compares its
    // revision, and a refusal is only believed of a trip that was just read.
    let trip = await knownTripFacts(deps.db, input.tripId)
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const outcome = await tryToBook(deps, trip, input, guard)
      if ('booked' in outcome) return outcome.booked
      if ('refused' in outcome && tries > 1) throw outcome.refused
      trip = await freshTripFacts(deps.db, input.tripId)
    }
    throw new AppError('busy')
  })
}

type Outcome = { booked: Booked } | { refused: AppError } | { again: true }

async function tryToBook(
  deps: BookingDeps,
  trip: TripFacts | undefined,
  input: Asked,
  guard: CallGuard | undefined,
): Promise<Outcome> {
  const now = deps.clock.now()
  const key = keyOf(input)
  const plan = await planOrRefuse(deps, trip, input, { id: key.bookingId, now })
  if (!trip || plan instanceof AppError) {
    // A repeat finds its booking, or its refusal, even when it would be refused by now.
    const answer = key.key === null ? null : await outcomeOfKey(deps.db, key)
    if (answer && trip) return await otherwise(deps, { answer, trip, input, now })
    return { refused: plan instanceof AppError ? plan : new AppError('trip_not_found') }
  }
  const { answer, booking, shown } = await call(deps, { trip, plan, input, key, guard, now })
  if (answer === 'booked') return { booked: { booking, trip, shown } }
  return await otherwise(deps, { answer, trip, input, plan, now })
}

async function planOrRefuse(
  deps: BookingDeps,
  trip: TripFacts | undefined,
  input: Asked,
  options: { id: string; now: Date },
): Promise<Booking | AppError> {
  try {
    if (!trip || trip.status === 'draft') return new AppError('trip_not_found')
    const plan = planBooking(deps, trip, input, options)
    await requireOwnPoints(deps.db, trip, plan)
    return plan
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Which ids a person and a key lead to, whatever else becomes of the request. */
function keyOf(input: Asked): BookingKey {
  // `keepId` is left out of the hash: a repeat may not send it any more.
  const { idempotencyKey, passengerId, keepId: _keepId, ...request } = input
  const operation = 'bookings.book'
  const bookingId = resourceIdOf({ actorId: passengerId, operation, key: idempotencyKey })
  const holdId = holdIdOf({ id: bookingId })
  return {
    passengerId,
    key: idempotencyKey ?? null,
    hash: requestHash(request),
    bookingId,
    holdId,
  }
}

type Call = {
  trip: TripFacts
  plan: Booking
  input: Asked
  key: BookingKey
  guard: CallGuard | undefined
  now: Date
}

async function call(deps: BookingDeps, { trip, plan, input, key, guard, now }: Call) {
  const holdId = holdsMoney(plan) ? key.holdId : null
  return await inOneCall(deps.db, async (db) => {
    // Another code each time: that of the last try may have been taken.
    const booking = { ...plan, code: newCode(), holdId }
    const made = await callBookSeat(db, {
      booking,
      key,
      guard,
      now,
      revision: trip.revision,
      keepId: input.keepId ?? null,
      job: { name: ADVANCE_JOB, runAt: nextDue(booking) ?? now },
      vehicleId: trip.vehicleId,
    })
    if (guard) guard.checked = true
    return { ...made, booking }
  })
}

/** What to make of an answer that is no new booking. */
async function otherwise(
  deps: BookingDeps,
  {
    answer,
    trip,
    input,
    plan,
    now,
  }: Pick<Call, 'trip' | 'input' | 'now'> & {
    answer: string
    plan?: Booking
  },
): Promise<Outcome> {
  const [code = '', detail] = answer.split(':')
  if (code === 'changed') return { again: true }
  if (code === 'repeated' && detail) {
    const earlier = await findBooking(deps.db, detail)
    assert(earlier, `booking ${detail} was there`)
    assertSameRequest(earlier, input)
    return { booked: { booking: earlier, trip, shown: undefined } }
  }
  if (code === 'no_wallet' && plan) {
    await inTransaction(deps.db, (tx) => openWallets(tx, plan, now))
    return { again: true }
  }
  if (code === 'overlapping_booking' && plan) {
    const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = plan
    // Says what is in the way; a moment later that may have ended.
    await inTransaction(deps.db, (tx) => requireFreeTime(tx, { userId, tripId, from, to }))
    return { again: true }
  }
  if (code === 'debt_open') throw debtOpen(Number(detail))
  if (code === 'profile_incomplete') throw profileIncomplete(detail?.split(',') ?? [])
  assert(isErrorCode(code), `book_seat answered ${answer}`)
  throw callerRefusal(answer) ?? new AppError(code)
}

/** The row of the key that told requests apart may have been purged; the booking is still there. */
function assertSameRequest(earlier: Booking, input: Asked): void {
  const same =
    earlier.tripId === input.tripId.toLowerCase() &&
    earlier.seats === input.seats &&
    earlier.paymentMode === input.paymentMode &&
    input.fromStopId.endsWith(`.${earlier.fromSeq}`) &&
    input.toStopId.endsWith(`.${earlier.toSeq}`)
  if (!same) throw new AppError('idempotency_mismatch')
}

/** Everything that can be decided without the database, and the booking that results. */
function planBooking(
  deps: BookingDeps,
  trip: TripFacts,
  input: Asked,
  { id, now }: { id: string; now: Date },
): Booking {
  const plan = planSeats(trip, input, now)
  const { fromSeq, toSeq, farePesos, picksUpAt, dropsOffAt, instant } = plan
  return {
    id,
    tripId: trip.id,
    passengerId: input.passengerId,
    driverId: trip.driverId,
    fromSeq,
    toSeq,
    fromPointId: input.fromPointId ?? null,
    toPointId: input.toPointId ?? null,
    seats: input.seats,
    farePesos,
    commissionBp: deps.config.commissionBp,
    paymentMode: input.paymentMode,
    status: firstStatus(instant),
    code: '',
    generation: 1,
    picksUpAt,
    dropsOffAt,
    createdAt: now,
    expiresAt: instant ? null : answerDeadline(now, picksUpAt),
    confirmedAt: instant ? now : null,
    ...untouched,
  }
}

const untouched = {
  holdId: null,
  checkedInAt: null,
  checkedInBy: null,
  noShowAt: null,
  disputedAt: null,
  deniedAt: null,
  closedAt: null,
  refundedPesos: null,
  chargedPesos: null,
  agreedPickupAt: null,
  movedMs: 0,
  tripChangedAt: null,
} as const
