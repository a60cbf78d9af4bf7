import { takeKeptSeats } from '#server/domains/seat-keeps/seat-keeps.public.ts'
import { newCode } from '#server/domains/tickets/tickets.public.ts'
import {
  findTripFacts,
  planSeats,
  requireFreeTime,
  requireOwnPoints,
  type SeatsAsked,
  type TripFacts,
  takeSeats,
  whyNoSeats,
} from '#server/domains/trips/trips.public.ts'
import { brokenUnique, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { claimKey } from '#server/platform/idempotency.queries.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { answerDeadline, type Booking, DIRECT_OPEN_MAX, FREE_RETURNS, nextDue } from './booking.ts'
import { countOwn, findActiveBooking, findBooking, insertBooking } from './bookings.queries.ts'
import { holdCommission, holdFare } from './settle-booking.ts'

export type BookSeat = SeatsAsked & {
  tripId: string
  /** Seats that were kept for this booking. */
  keepId?: string | undefined
  /** SafePoints, where the driver chose none. */
  fromPointId?: string | undefined
  toPointId?: string | undefined
  idempotencyKey?: string | undefined
}

type BookingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Name of the job that expires or completes a booking at its time. */
export const ADVANCE_JOB = 'bookings.advance'

/** Eight at work on one trip keep its row busy; more would only fill the connection pool. */
const perTrip = keyedSemaphore(8, 512)

const CODE_TRIES = 3

/**
 * Takes seats on a part of a trip and holds the money, all or nothing. With the same idempotency
 * key it answers the same booking, or repeats its refusal for lack of money. With the booking comes
 * the trip as it was booked.
 * Errors: those of the contract's `book`.
 */
export function bookSeat(
  deps: BookingDeps,
  input: BookSeat,
): Promise<{ booking: Booking; trip: TripFacts }> {
  return perTrip(input.tripId.toLowerCase(), async () => {
    // Read outside the transaction: the seats guard its status, and its revision what it costs.
    const trip = await findTripFacts(deps.db, input.tripId)
    if (!trip || trip.status === 'draft') throw new AppError('trip_not_found')
    for (let tries = 1; ; tries += 1) {
      try {
        const booking = await inTransaction(deps.db, (tx) => book(deps, tx, trip, input))
        return { booking, trip }
      } catch (error) {
        const sameCode = brokenUnique(error) === 'bookings_code'
        if (!sameCode || tries >= CODE_TRIES) throw await explain(deps, input, { error, trip })
      }
    }
  })
}

async function book(deps: BookingDeps, tx: Tx, trip: TripFacts, input: BookSeat): Promise<Booking> {
  const now = deps.clock.now()
  // Whether seats had been kept makes no other booking: a repeat may have lost sight of them.
  const { idempotencyKey: key, passengerId, keepId, ...request } = input
  const call = { actorId: passengerId, operation: 'bookings.book', key, request, now }
  const claim = await claimKey(tx, call, (id) => findBooking(tx, id))
  if (claim.earlier) return claim.earlier
  const plan = planBooking(deps, trip, input, { id: claim.resourceId, now })
  await requireOwnPoints(tx, trip, plan)
  await assertMayBook(tx, plan)
  // Without a key nobody can ask for this booking again, so its refusal leaves no row.
  const holdId = await holdMoney(tx, plan, { now, pinRefusal: key !== undefined })
  const booking = { ...plan, holdId }
  const runAt = nextDue(booking) ?? now
  await insertBooking(tx, booking, { name: ADVANCE_JOB, runAt })
  // Last, because every other buyer of the trip waits for this row.
  const wanted = { ...booking, revision: trip.revision }
  const taken = keepId
    ? await takeKeptSeats(tx, { keepId, passengerId }, { wanted, now })
    : await takeSeats(tx, wanted)
  if (!taken) throw new AppError('seats_unavailable')
  return booking
}

/** Everything that can be checked without the database, and the booking that results. */
function planBooking(
  deps: BookingDeps,
  trip: TripFacts,
  input: BookSeat,
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
    status: instant ? 'confirmed' : 'requested',
    code: newCode(),
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
  closedAt: null,
  refundedPesos: null,
  chargedPesos: null,
  agreedPickupAt: null,
  movedMs: 0,
  tripChangedAt: null,
} as const

/**
 * What one person may have at once: no two journeys at a time, and in `directo`, where nothing is
 * paid ahead, only so many seats and no trip whose seats they returned again and again. Holds the
 * person's row: their bookings are counted one at a time.
 */
async function assertMayBook(tx: Tx, plan: Booking): Promise<void> {
  const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = plan
  await requireFreeTime(tx, { userId, tripId, from, to })
  if (plan.paymentMode !== 'directo') return
  const { directOpen, returned } = await countOwn(tx, plan)
  if (directOpen >= DIRECT_OPEN_MAX) throw new AppError('too_many_open_bookings')
  if (returned >= FREE_RETURNS) throw new AppError('returns_limit')
}

/** By wallet the fare is held at once; outside it the commission, once the seat is agreed. */
function holdMoney(
  tx: Tx,
  booking: Booking,
  options: { now: Date; pinRefusal: boolean },
): Promise<string | null> {
  if (booking.paymentMode === 'billetera') return holdFare(tx, booking, options)
  if (booking.status === 'requested') return Promise.resolve(null)
  return holdCommission(tx, booking, options.now)
}

/** The reason as the person should hear it; asked only after a refusal. */
async function explain(
  deps: BookingDeps,
  input: BookSeat,
  { error, trip: before }: { error: unknown; trip: TripFacts },
): Promise<unknown> {
  if (brokenUnique(error) === 'bookings_one_active') return new AppError('already_booked')
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'insufficient_funds' && (await findActiveBooking(deps.db, input))) {
    return new AppError('already_booked')
  }
  if (code === 'seats_unavailable') return await whyNoSeats(deps.db, before)
  return error
}
