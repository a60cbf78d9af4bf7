// Both parts of a trip with one change of car, in one call of `book_seats`: both or neither.
import { isErrorCode } from '#contract/errors.ts'
import { findFreshTripFacts, requireFreeTime } from '#server/modules/travel/trips/index.ts'
import { inOneCall, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { sameSent, textOf } from '#server/platform/idempotency.queries.ts'
import { derivedId } from '#server/platform/ids.ts'
import { waitGateOf } from '#server/platform/wait-gate.ts'
import type { Booking } from '../booking.ts'
import { ADVANCE_JOB, nextDue } from '../booking-states.ts'
import { listConnection } from '../bookings.queries.ts'
import { ofPart } from '../of-part.ts'
import { newCode } from '../tickets/ticket.ts'
import {
  type BookCall,
  callBookSeats,
  type DecidedCall,
  findOutcomeOfKey,
  listCallFacts,
  storeRefusal,
} from './book-seat.queries.ts'
import { perTrip, planOrRefuse, rowsOf } from './book-seat.ts'
import { decideBooking, earlierOutcome } from './decide-booking.ts'
import { type Asked, assertSameRequest, type BookSeat, keyOf } from './plan-booking.ts'

type BookingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export type BookParts = {
  parts: readonly [BookSeat, BookSeat]
  /** Refuses both plans together. */
  check: (first: Booking, second: Booking) => void
}

/** Retries: a trip may be edited, or a wallet opened, between reading and booking. */
const TRIES = 5

/**
 * Books two parts of one person and holds the sum of both fares, or nothing. The key of the second
 * part is `<key>:2`; a repeat returns the same bookings, or the same refusal for lack of money.
 * Errors: those of `bookSeat` with `details.part`, `connection_needs_answer`, those of `check`.
 */
export async function bookParts(
  deps: BookingDeps,
  { userId: passengerId }: ActorId,
  { parts, check }: BookParts,
): Promise<Booking[]> {
  const key = parts[0].idempotencyKey
  const second = key === undefined ? undefined : sameSent(key, `${textOf(key)}:2`)
  const asked: Asked[] = parts.map((part, index) => {
    return { ...part, passengerId, ...(index === 1 && { idempotencyKey: second }) }
  })
  // In the order of trips: two people with crossed trips must not wait for each other.
  const [one = '', two = ''] = parts.map(({ tripId }) => tripId.toLowerCase()).sort()
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const booked = await perTrip(one, () => perTrip(two, () => tryParts(deps, asked, check)))
    if (booked) return booked
  }
  throw new AppError('busy')
}

/** Undefined if a fact has changed before the write. */
async function tryParts(deps: BookingDeps, asked: readonly Asked[], check: BookParts['check']) {
  const earlier = await findEarlier(deps, asked)
  if (earlier) return earlier
  const calls = await planCalls(deps, asked, check)
  const decided = await decideCalls(deps, calls)
  if (!decided) return undefined
  const answers = await inOneCall(deps.db, (db) =>
    waitGateOf(db).run(decided.flatMap(rowsOf), () => callBookSeats(db, decided, { waits: true })),
  )
  for (const [index, { answer }] of answers.entries()) {
    if (answer === 'booked' || answer === '') continue
    return await handleAnswer(deps, answer, { decided, part: index + 1 })
  }
  return decided.map(({ booking }) => booking)
}

/** The bookings of a repeated key. Errors: `idempotency_mismatch`, or the stored refusal. */
async function findEarlier({ db }: BookingDeps, asked: readonly Asked[]) {
  const [first] = asked
  const key = first && keyOf(first)
  const stored = key?.key == null ? null : await findOutcomeOfKey(db, key)
  if (!key || stored === null) return undefined
  const outcome = earlierOutcome(stored)
  if ('refused' in outcome) throw outcome.refused
  const earlier = await listConnection(db, connectionIdOf(key))
  if (earlier.length !== asked.length) throw new AppError('idempotency_mismatch')
  for (const [index, input] of asked.entries()) {
    const booking = earlier[index]
    if (booking) assertSameRequest(booking, input)
  }
  return earlier
}

const connectionIdOf = ({ bookingId }: { bookingId: string }) =>
  derivedId('bookings.connection', bookingId)

/** Plans both bookings and checks them together. */
async function planCalls(deps: BookingDeps, asked: readonly Asked[], check: BookParts['check']) {
  const now = deps.clock.now()
  const calls: BookCall[] = []
  for (const [index, input] of asked.entries()) {
    const trip = await findFreshTripFacts(deps.db, input.tripId)
    const key = keyOf(input)
    const plan = await planOrRefuse(deps, trip, input, { id: key.bookingId, now })
    if (plan instanceof AppError || !trip) {
      const byCash = plan instanceof AppError && plan.code === 'payment_mode_not_offered'
      throw ofPart(byCash ? new AppError('connection_needs_wallet') : plan, index + 1)
    }
    if (plan.status !== 'confirmed') {
      throw ofPart(new AppError('connection_needs_answer'), index + 1)
    }
    const [first] = calls
    const booking: Booking = {
      ...plan,
      ...{ code: newCode(), holdId: key.holdId, connectionPart: first ? 2 : 1 },
      connectionId: connectionIdOf(first?.key ?? key),
      // Both are returned free of charge until a day before the first pick-up.
      refundAheadMs: first ? plan.picksUpAt.getTime() - first.booking.picksUpAt.getTime() : 0,
    }
    if (first) check(first.booking, booking)
    const job = { name: ADVANCE_JOB, runAt: nextDue(plan) ?? now }
    const { revision } = trip
    const { keepId = null, rescueOf } = input
    calls.push({ booking, key, guard: undefined, now, revision, keepId, rescueOf, job })
  }
  return calls
}

/** Undefined when a fact has changed. Errors: the first refusal, with its part. */
async function decideCalls({ db }: BookingDeps, calls: readonly BookCall[]) {
  const known = await listCallFacts(db, calls)
  const decided: DecidedCall[] = []
  for (const [index, call] of calls.entries()) {
    const { booking, revision, now } = call
    const facts = known[index]
    if (!facts) throw new AppError('unauthenticated')
    const decision = decideBooking({ booking, revision, facts: facts.facts, now })
    if (decision === 'overlaps') {
      const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = booking
      await inTransaction(db, (tx) => requireFreeTime(tx, { userId, tripId, from, to })).catch(
        (error: unknown) => {
          throw ofPart(error, index + 1)
        },
      )
    }
    if (typeof decision === 'object' && 'refused' in decision) {
      throw ofPart(decision.refused, index + 1)
    }
    if (decision !== 'book') return undefined
    decided.push({ ...call, seen: facts.seen })
  }
  return decided
}

/** Handles the answer of one part that is not booked; undefined: try again. */
async function handleAnswer(
  { db }: BookingDeps,
  answer: string,
  { decided, part }: { decided: readonly DecidedCall[]; part: number },
): Promise<undefined> {
  if (answer === 'changed') return undefined
  const [first] = decided
  if (answer === 'insufficient_funds' && first && first.key.key !== null) {
    const farePesos = decided.reduce((sum, { booking }) => sum + booking.farePesos, 0)
    const pinned = { ...first, booking: { ...first.booking, farePesos } }
    const rows = decided.flatMap(rowsOf)
    const stored = await inOneCall(db, (one) =>
      waitGateOf(one).run(rows, () => storeRefusal(one, pinned)),
    )
    if (!stored) return undefined
  }
  assert(isErrorCode(answer), `book_seats answered ${answer}`)
  throw ofPart(new AppError(answer), part)
}
