import { isErrorCode } from '#contract/errors.ts'
import { newCode } from '#server/domains/travel/tickets/tickets.public.ts'
import {
  answerDue,
  findCachedTripFacts,
  findFreshTripFacts,
  findSeatState,
  notForSale,
  planSeats,
  requireFreeTime,
  requireOwnPoints,
  type SeatsAsked,
  saidOr,
  type TripFacts,
} from '#server/domains/travel/trips/trips.public.ts'
import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { type Db, inOneCall, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { requestHash, resourceIdOf } from '#server/platform/idempotency.queries.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { sharedCall, sharedRead } from '#server/platform/shared-call.ts'
import { waitGateOf } from '#server/platform/wait-gate.ts'
import type { Booking } from '../booking.ts'
import { findFirstSegment } from '../booking-calls.queries.ts'
import type { ViewData } from '../booking-snapshot.queries.ts'
import { nextDue } from '../booking-states.ts'
import { firstStatus } from '../booking-transitions.ts'
import { findBooking } from '../bookings.queries.ts'
import { holdIdOf, holdsMoney, openWallets } from '../settle/settle-booking.ts'
import {
  type BookCall,
  type BookingKey,
  callBookSeats,
  type DecidedCall,
  findOutcomeOfKey,
  listCallFacts,
  storeRefusal,
} from './book-seat.queries.ts'
import { type Decision, decideBooking, earlierOutcome } from './decide-booking.ts'

export type BookSeat = Omit<SeatsAsked, 'passengerId'> & {
  tripId: string
  /** Seats that were kept for this booking. */
  keepId?: string | undefined
  /** SafePoints chosen by the passenger, at stops where the driver chose none. */
  fromPointId?: string | undefined
  toPointId?: string | undefined
  /** Deadline of a request as the passenger read it. */
  answerUntil?: string | undefined
  idempotencyKey?: string | undefined
}

type Asked = BookSeat & { passengerId: string }

type BookingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export type Booked = {
  booking: Booking
  /** The trip as it was when booked. */
  trip: TripFacts
  /** Data for the answer; undefined when a repeated key found an earlier booking. */
  view: ViewData | undefined
}

/** Name of the job that expires or completes a booking at its time. */
export const ADVANCE_JOB = 'bookings.advance'

/**
 * Timeout of the queues below, which is refused with `busy`. Longer than a full queue takes while
 * the database responds, shorter than the timeout for a connection of the pool.
 */
const QUEUE_TIMEOUT_MS = 4_000

/**
 * Retries of one passenger go one after the other: each booking changes the facts that the others
 * were decided on. Entered before the queue of the trip, of which a passenger thus takes one place.
 */
const perPassenger = keyedSemaphore(1, 512, QUEUE_TIMEOUT_MS)

/** Bookings of one trip at a time: as many as fill two shared calls. */
const perTrip = keyedSemaphore(48, 512, QUEUE_TIMEOUT_MS)

/** Retries: the trip may be edited, or a wallet opened, between reading and booking. */
const TRIES = 5

/**
 * Takes seats on a segment of a trip and holds the money, all or nothing, in one call of the
 * database (`book_seats`). A repeated idempotency key returns the same booking, or the same refusal
 * for lack of money. `guard`: the call also checks session and rate limit of the caller.
 * Errors: those of the contract's `book`.
 */
export async function bookSeat(
  deps: BookingDeps,
  { userId: passengerId }: ActorId,
  asked: BookSeat,
  guard?: CallGuard,
): Promise<Booked> {
  const input: Asked = { ...asked, passengerId }
  const once = (readTrip: typeof findCachedTripFacts) =>
    perTrip(input.tripId.toLowerCase(), async () => {
      const trip = await readTrip(deps.db, input.tripId)
      return await tryToBook(deps, trip, input, guard?.checked ? undefined : guard)
    })
  // The cached trip may be stale: the database compares its revision, and a refusal is final only
  // for a trip that was just read.
  let outcome = await once(findCachedTripFacts)
  for (let tries = 1; tries < TRIES && !('booked' in outcome); tries += 1) {
    outcome = await perPassenger(passengerId, () => once(findFreshTripFacts))
    if ('refused' in outcome) throw outcome.refused
  }
  if ('booked' in outcome) return outcome.booked
  const { open } = await findSeatState(deps.db, input.tripId)
  throw open ? new AppError('busy') : notForSale()
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
    // A repeated key returns its stored outcome, even if a new request would now be refused.
    const stored = key.key === null ? null : await findOutcomeOfKey(deps.db, key)
    if (stored === null || !trip) {
      return { refused: plan instanceof AppError ? plan : new AppError('trip_not_found') }
    }
    return await handleDecision(deps, earlierOutcome(stored), { trip, input })
  }
  const call = callOf(trip, plan, { input, key, guard, now })
  const known = await readTogether(deps.db, call)
  if (!known) throw new AppError('unauthenticated')
  const { facts, seen, view } = known
  const decision = decideBooking({ booking: plan, revision: trip.revision, facts, now })
  if (decision !== 'book') return await handleDecision(deps, decision, { trip, input, plan })
  const { answer, booking } = await apply(deps, { ...call, seen })
  if (answer === 'booked') return { booked: { booking, trip, view } }
  return await handleAnswer(deps, answer, { ...call, seen })
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

/** The key, with the ids derived from person and key. */
function keyOf(input: Asked): BookingKey {
  // Left out of the hash: what a retry may not send, or send as it is by then.
  const { idempotencyKey, passengerId, keepId: _keep, answerUntil: _said, ...request } = input
  const operation = 'bookings.book'
  const bookingId = resourceIdOf({ actorId: passengerId, operation, key: idempotencyKey })
  const holdId = holdIdOf({ id: bookingId })
  return { passengerId, key: idempotencyKey ?? null, hash: requestHash(request), bookingId, holdId }
}

function callOf(
  trip: TripFacts,
  plan: Booking,
  { input, key, guard, now }: { input: Asked; key: BookingKey } & Pick<BookCall, 'guard' | 'now'>,
): BookCall {
  return {
    booking: { ...plan, holdId: holdsMoney(plan) ? key.holdId : null },
    key,
    guard,
    now,
    revision: trip.revision,
    keepId: input.keepId ?? null,
    job: { name: ADVANCE_JOB, runAt: nextDue(plan) ?? now },
  }
}

/** Calls that arrive at the same moment read their facts in one statement. */
const readTogether = sharedRead(listCallFacts)

const bookTogether = sharedCall({
  send: callBookSeats,
  keysOf: ({ booking }: DecidedCall) => [booking.passengerId],
  rowsOf,
})

/** Rows that a call may have to wait for. In `directo` the driver's wallet holds the commission. */
function rowsOf({ booking: { tripId, passengerId, driverId, paymentMode } }: DecidedCall) {
  return paymentMode === 'directo' ? [tripId, passengerId, driverId] : [tripId, passengerId]
}

/** Makes the call of `book_seats`. Each try has a new code: the last one may be taken. */
async function apply(deps: BookingDeps, decided: DecidedCall) {
  return await inOneCall(deps.db, async (db) => {
    const booking = { ...decided.booking, code: newCode() }
    const { answer } = await send(db, { ...decided, booking })
    if (decided.guard) decided.guard.checked = true
    return { answer, booking }
  })
}

/** Calls share a statement if each passenger pays: a driver can owe several commissions. */
function send(db: Db, call: DecidedCall) {
  const shares = call.booking.paymentMode === 'billetera' && call.keepId === null
  return shares ? bookTogether(db, call) : bookTogether.alone(db, call)
}

/** Handles an answer of `book_seats` other than a new booking. */
async function handleAnswer(
  deps: BookingDeps,
  answer: string,
  call: DecidedCall,
): Promise<Outcome> {
  if (answer === 'changed') return { again: true }
  if (answer === 'no_wallet') {
    await inTransaction(deps.db, (tx) => openWallets(tx, call.booking, call.now))
    return { again: true }
  }
  if (answer === 'insufficient_funds' && call.key.key !== null) {
    const stored = await inOneCall(deps.db, (db) =>
      waitGateOf(db).run(rowsOf(call), () => storeRefusal(db, call)),
    )
    if (!stored) return { again: true }
  }
  const refusal = callerRefusal(answer)
  if (refusal) throw refusal
  assert(isErrorCode(answer), `book_seats answered ${answer}`)
  throw new AppError(answer)
}

/** Handles a decision other than to book. */
async function handleDecision(
  deps: BookingDeps,
  decision: Exclude<Decision, 'book'>,
  { trip, input, plan }: { trip: TripFacts; input: Asked; plan?: Booking },
): Promise<Outcome> {
  if (decision === 'changed') return { again: true }
  if (decision === 'overlaps') {
    assert(plan, 'a booking that overlaps was planned')
    const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = plan
    // Throws the refusal that names the other booking, unless that has ended meanwhile.
    await inTransaction(deps.db, (tx) => requireFreeTime(tx, { userId, tripId, from, to }))
    return { again: true }
  }
  if ('refused' in decision) throw decision.refused
  const earlier = await findBooking(deps.db, decision.repeats)
  assert(earlier, `booking ${decision.repeats} was there`)
  assertSameRequest(await asBooked(deps.db, earlier), input)
  return { booked: { booking: earlier, trip, view: undefined } }
}

/** The booking with the segment that was asked for; each change of it makes a new ticket. */
async function asBooked(db: Db, booking: Booking): Promise<Booking> {
  if (booking.generation === 1) return booking
  return { ...booking, ...(await findFirstSegment(db, booking.id)) }
}

/** Compares the request itself: the row of the key, with its hash, may have been purged. */
function assertSameRequest(earlier: Booking, input: Asked): void {
  const same =
    earlier.tripId === input.tripId.toLowerCase() &&
    earlier.seats === input.seats &&
    earlier.paymentMode === input.paymentMode &&
    input.fromStopId.endsWith(`.${earlier.fromSeq}`) &&
    input.toStopId.endsWith(`.${earlier.toSeq}`)
  if (!same) throw new AppError('idempotency_mismatch')
}

/** Validates what needs no database, and builds the booking. */
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
    expiresAt: instant ? null : saidOr(answerDue(now, picksUpAt), input.answerUntil, now),
    confirmedAt: instant ? now : null,
    ...notYetSet,
  }
}

const notYetSet = {
  holdId: null,
  aboardSaidAt: null,
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
  meetingMoved: false,
  refundAheadMs: 0,
} as const
