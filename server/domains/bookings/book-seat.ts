import type { PaymentMode } from '#contract/trips.ts'
import { newCode } from '#server/domains/tickets/tickets.public.ts'
import {
  bothDeclared,
  findTripFacts,
  parseStopId,
  placeAt,
  segmentPrice,
  type TripFacts,
  takeSeats,
} from '#server/domains/trips/trips.public.ts'
import { lockUser } from '#server/domains/users/users.public.ts'
import { brokenUnique, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { claimKey } from '#server/platform/idempotency.queries.ts'
import { newId } from '#server/platform/ids.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { answerDeadline, type Booking, DIRECT_OPEN_MAX, nextDue } from './booking.ts'
import {
  countDirectOpen,
  findActiveBooking,
  findBooking,
  insertBooking,
} from './bookings.queries.ts'
import { holdCommission, holdFare } from './settle-booking.ts'

export type BookSeat = {
  passengerId: string
  tripId: string
  fromStopId: string
  toStopId: string
  seats: number
  paymentMode: PaymentMode
  /** Pesos for all the seats, as the person saw it. */
  expectedPrice?: number | undefined
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
 * key it answers the same booking, or repeats its refusal for lack of money.
 * Errors: those of the contract's `book`.
 */
export function bookSeat(deps: BookingDeps, input: BookSeat): Promise<Booking> {
  return perTrip(input.tripId.toLowerCase(), async () => {
    // Read outside the transaction: the seats guard its status, and its revision what it costs.
    const trip = await findTripFacts(deps.db, input.tripId)
    if (!trip || trip.status === 'draft') throw new AppError('trip_not_found')
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTransaction(deps.db, (tx) => book(deps, tx, trip, input))
      } catch (error) {
        const sameCode = brokenUnique(error) === 'bookings_code'
        if (!sameCode || tries >= CODE_TRIES) throw await explain(deps, input, { error, trip })
      }
    }
  })
}

async function book(deps: BookingDeps, tx: Tx, trip: TripFacts, input: BookSeat): Promise<Booking> {
  const now = deps.clock.now()
  const { idempotencyKey: key, passengerId, ...request } = input
  const claim = await claimKey(tx, {
    actorId: passengerId,
    operation: 'bookings.book',
    key,
    request,
    resourceId: newId(),
    now,
  })
  const earlier = claim.repeated ? await findBooking(tx, claim.resourceId) : undefined
  if (earlier) return earlier
  const plan = planBooking(deps, trip, input, { id: claim.resourceId, now })
  if (plan.paymentMode === 'directo') await assertMayOwe(tx, passengerId)
  // Without a key nobody can ask for this booking again, so its refusal leaves no row.
  const holdId = await holdMoney(tx, plan, { now, pinRefusal: key !== undefined })
  const booking = { ...plan, holdId }
  const runAt = nextDue(booking) ?? now
  await insertBooking(tx, booking, { name: ADVANCE_JOB, runAt })
  // Last, because every other buyer of the trip waits for this row.
  if (!(await takeSeats(tx, { ...booking, revision: trip.revision })))
    throw new AppError('seats_unavailable')
  return booking
}

/** Everything that can be checked without the database, and the booking that results. */
function planBooking(
  deps: BookingDeps,
  trip: TripFacts,
  input: BookSeat,
  { id, now }: { id: string; now: Date },
): Booking {
  const { fromSeq, toSeq } = segmentOf(trip, input)
  const picksUpAt = placeAt(trip, fromSeq).at
  if (trip.driverId === input.passengerId) throw new AppError('own_trip')
  if (trip.status !== 'published' && trip.status !== 'in_progress') {
    throw new AppError('trip_not_bookable')
  }
  if (picksUpAt <= now) throw new AppError('trip_departed')
  const declared = bothDeclared(trip, fromSeq, toSeq)
  if (!declared && !trip.enRoutePickups) throw new AppError('stop_not_offered')
  if (!trip.paymentModes.includes(input.paymentMode)) throw new AppError('payment_mode_not_offered')
  const farePesos = segmentPrice(trip, fromSeq, toSeq) * input.seats
  if (input.expectedPrice !== undefined && input.expectedPrice !== farePesos) {
    throw new AppError('price_changed', { details: { price: farePesos } })
  }
  const instant = trip.instant && declared
  return {
    id,
    tripId: trip.id,
    passengerId: input.passengerId,
    driverId: trip.driverId,
    fromSeq,
    toSeq,
    seats: input.seats,
    farePesos,
    commissionBp: deps.config.commissionBp,
    paymentMode: input.paymentMode,
    status: instant ? 'confirmed' : 'requested',
    code: newCode(),
    generation: 1,
    picksUpAt,
    dropsOffAt: placeAt(trip, toSeq).at,
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
} as const

function segmentOf(trip: TripFacts, input: BookSeat): { fromSeq: number; toSeq: number } {
  const [from, to] = [parseStopId(input.fromStopId), parseStopId(input.toStopId)]
  const known = [from, to].every((stop) => stop?.tripId === trip.id && trip.places[stop.seq])
  if (!from || !to || !known) throw new AppError('stop_not_found')
  if (from.seq >= to.seq) throw new AppError('stops_out_of_order')
  return { fromSeq: from.seq, toSeq: to.seq }
}

/** Nobody keeps seats that others would pay for: one booking of a person at a time is counted. */
async function assertMayOwe(tx: Tx, passengerId: string): Promise<void> {
  await lockUser(tx, passengerId)
  const open = await countDirectOpen(tx, passengerId)
  if (open >= DIRECT_OPEN_MAX) throw new AppError('too_many_open_bookings')
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
  if (code === 'seats_unavailable') {
    const trip = await findTripFacts(deps.db, input.tripId)
    if (trip?.status !== 'published') return new AppError('trip_not_bookable')
    if (trip.revision !== before.revision) {
      const message = 'El conductor cambió la hora o el precio. Revisa el viaje antes de reservar.'
      return new AppError('price_changed', { message })
    }
  }
  return error
}
