// The use case of a booking, in the order in which it happens: plan, read the facts, decide, write.
// What many calls at the same moment need stands at the end.
import { isErrorCode } from '#contract/errors.ts'
import {
  findCachedTripFacts,
  findFreshTripFacts,
  findRoadPart,
  findSeatState,
  notForSale,
  segmentOf as partOf,
  requireFreeTime,
  requireOwnPoints,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { type Db, inOneCall, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { textOf } from '#server/platform/idempotency.queries.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { sharedCall, sharedRead } from '#server/platform/shared-call.ts'
import { waitGateOf } from '#server/platform/wait-gate.ts'
import type { Booking } from '../booking.ts'
import type { ViewData } from '../booking-snapshot.queries.ts'
import { ADVANCE_JOB, nextDue } from '../booking-states.ts'
import { findBooking } from '../bookings.queries.ts'
import { isKeptForRescue } from '../seat-keeps/seat-keeps.queries.ts'
import { holdsMoney } from '../settle/settle-booking.ts'
import { newCode } from '../tickets/ticket.ts'
import {
  type BookCall,
  callBookSeats,
  type DecidedCall,
  findFirstSegment,
  findOutcomeOfKey,
  listCallFacts,
  storeRefusal,
} from './book-seat.queries.ts'
import { type Decision, decideBooking, earlierOutcome } from './decide-booking.ts'
import { type Asked, assertSameRequest, type BookSeat, keyOf, planBooking } from './plan-booking.ts'

type BookingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

type Booked = {
  booking: Booking
  /** The trip as it was when booked. */
  trip: TripFacts
  /** Data for the answer; undefined when a repeated key found an earlier booking. */
  view: ViewData | undefined
}

type Outcome = { booked: Booked } | { refused: AppError } | { again: true }

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
  const { idempotencyKey: key } = asked
  return await bookOnce(deps, input, guard).catch((error: unknown) => {
    const mismatch = error instanceof AppError && error.code === 'idempotency_mismatch'
    if (typeof key !== 'object' || !mismatch) throw error
    // The key may be one that 0.1.0 stored.
    return bookOnce(deps, { ...input, idempotencyKey: textOf(key) }, guard)
  })
}

async function bookOnce(
  deps: BookingDeps,
  input: Asked,
  guard: CallGuard | undefined,
): Promise<Booked> {
  const { passengerId } = input
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

/** Plans, reads the facts, decides and writes; `again` if a fact has changed before the write. */
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
  const { revision } = trip
  const call: BookCall = {
    booking: { ...plan, holdId: holdsMoney(plan) ? key.holdId : null },
    key,
    guard,
    now,
    revision,
    keepId: input.keepId ?? null,
    rescueOf: input.rescueOf,
    job: { name: ADVANCE_JOB, runAt: nextDue(plan) ?? now },
  }
  const known = await readTogether(deps.db, call)
  if (!known) throw new AppError('unauthenticated')
  const { facts, seen, view } = known
  const decision = decideBooking({ booking: plan, revision, facts, now })
  if (decision !== 'book') return await handleDecision(deps, decision, { trip, input, plan })
  const { answer, booking } = await write(deps, { ...call, seen })
  if (answer === 'booked') return { booked: { booking, trip, view } }
  return await handleAnswer(deps, answer, { ...call, seen })
}

/** The planned booking, or the refusal of the plan. */
export async function planOrRefuse(
  { db, config }: BookingDeps,
  trip: TripFacts | undefined,
  input: Asked,
  options: { id: string; now: Date },
): Promise<Booking | AppError> {
  try {
    if (!trip || trip.status === 'draft') return new AppError('trip_not_found')
    if (input.keepId && !input.rescueOf && (await isKeptForRescue(db, input.keepId))) {
      return new AppError('keep_not_found')
    }
    const road = await findRoadPart(db, trip, partOf(trip, input), options.now)
    const plan = planBooking(config, trip, input, { ...options, road })
    await requireOwnPoints(db, trip, plan)
    return plan
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Handles a decision other than to book. */
async function handleDecision(
  { db }: BookingDeps,
  decision: Exclude<Decision, 'book'>,
  { trip, input, plan }: { trip: TripFacts; input: Asked; plan?: Booking },
): Promise<Outcome> {
  if (decision === 'changed') return { again: true }
  if (decision === 'overlaps') {
    assert(plan, 'a booking that overlaps was planned')
    const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = plan
    // Throws the refusal that names the other booking, unless that has ended meanwhile.
    await inTransaction(db, (tx) => requireFreeTime(tx, { userId, tripId, from, to }))
    return { again: true }
  }
  if ('refused' in decision) throw decision.refused
  const earlier = await findBooking(db, decision.repeats)
  assert(earlier, `booking ${decision.repeats} was there`)
  // Each change of the segment makes a new ticket.
  const first = earlier.generation === 1 ? undefined : await findFirstSegment(db, earlier.id)
  assertSameRequest({ ...earlier, ...first }, input)
  return { booked: { booking: earlier, trip, view: undefined } }
}

/** Handles an answer of `book_seats` other than a new booking. */
async function handleAnswer(
  { db }: BookingDeps,
  answer: string,
  call: DecidedCall,
): Promise<Outcome> {
  if (answer === 'changed') return { again: true }
  if (answer === 'insufficient_funds' && call.key.key !== null) {
    const stored = await inOneCall(db, (one) =>
      waitGateOf(one).run(rowsOf(call), () => storeRefusal(one, call)),
    )
    if (!stored) return { again: true }
  }
  const refusal = callerRefusal(answer)
  if (refusal) throw refusal
  assert(isErrorCode(answer), `book_seats answered ${answer}`)
  throw new AppError(answer)
}

// From here on: how the calls of many people go to the database (docs/decisions/0031).

/** Calls that arrive at the same moment read their facts in one statement. */
const readTogether = sharedRead(listCallFacts)

const bookTogether = sharedCall({
  send: callBookSeats,
  keysOf: ({ booking }: DecidedCall) => [booking.passengerId],
  rowsOf,
})

/** Rows that a call may have to wait for. In `directo` the driver's wallet holds the commission. */
export function rowsOf({ booking: { tripId, passengerId, driverId, paymentMode } }: DecidedCall) {
  return paymentMode === 'directo' ? [tripId, passengerId, driverId] : [tripId, passengerId]
}

/** Calls `book_seats`. Each try has a new code: the last one may be taken. */
async function write(deps: BookingDeps, decided: DecidedCall) {
  return await inOneCall(deps.db, async (db) => {
    const booking = { ...decided.booking, code: newCode() }
    const { answer } = await send(db, { ...decided, booking })
    if (decided.guard) decided.guard.checked = true
    return { answer, booking }
  })
}

/** Calls share a statement if each passenger pays: a driver can owe several commissions. */
function send(db: Db, call: DecidedCall) {
  const isPlain = call.keepId === null && !call.rescueOf
  const shares = call.booking.paymentMode === 'billetera' && isPlain
  return shares ? bookTogether(db, call) : bookTogether.alone(db, call)
}

/**
 * Timeout of the queues below, which is refused with `busy`. Longer than a full queue takes while
 * the database responds, shorter than the timeout for a connection of the pool.
 */
const QUEUE_TIMEOUT_MS = 4_000

/**
 * Retries of one passenger go one after the other: each booking changes the facts that the others
 * were decided on. A passenger enters this queue first, so takes one place in that of the trip.
 */
const perPassenger = keyedSemaphore(1, 512, QUEUE_TIMEOUT_MS)

/** Bookings of one trip at a time: as many as fill two shared calls. */
export const perTrip = keyedSemaphore(48, 512, QUEUE_TIMEOUT_MS)
