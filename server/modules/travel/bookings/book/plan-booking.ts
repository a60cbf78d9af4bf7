// From the request to the booking that is written if it may be: no database, no clock.
import {
  answerDue,
  planSeats,
  type RoadPart,
  type SeatsAsked,
  saidOr,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { type CallKey, hashOf, resourceIdOf, textOf } from '#server/platform/idempotency.queries.ts'
import type { Booking } from '../booking.ts'
import { firstStatus } from '../booking-transitions.ts'
import { holdIdOf } from '../settle/settle-booking.ts'
import type { BookingKey, RescueOf } from './book-seat.queries.ts'

export type BookSeat = Omit<SeatsAsked, 'passengerId'> & {
  tripId: string
  /** Seats that were kept for this booking. */
  keepId?: string | undefined
  /** The rescue that this takes: it is booked by `take_rescue`. */
  rescueOf?: RescueOf | undefined
  /** The driver of that rescue was asked and agreed: it is confirmed as an accepted request. */
  agreed?: true | undefined
  /** SafePoints chosen by the passenger, at stops where the driver chose none. */
  fromPointId?: string | undefined
  toPointId?: string | undefined
  /** Deadline of a request as the passenger read it. */
  answerUntil?: string | undefined
  idempotencyKey?: CallKey | undefined
  /** The alert that buys; `assertFits` refuses a booking that is not as its person wished. */
  list?: { id: string; freeUntil: Date; assertFits: (plan: Booking) => void } | undefined
}

export type Asked = BookSeat & { passengerId: string }

/** The key, with the ids derived from person and key. */
export function keyOf(input: Asked): BookingKey {
  // Left out as by the contract's `except`.
  const { idempotencyKey, passengerId, keepId: _keep, rescueOf: _failed, ...asked } = input
  const { answerUntil: _said, list: _list, agreed: _agreed, ...request } = asked
  const operation = 'bookings.book'
  const bookingId = resourceIdOf({ actorId: passengerId, operation, key: idempotencyKey })
  const holdId = holdIdOf({ id: bookingId })
  const key = idempotencyKey === undefined ? null : textOf(idempotencyKey)
  return { passengerId, key, hash: hashOf(idempotencyKey, request), bookingId, holdId }
}

/** Compares the request itself: the row of the key, with its hash, may have been purged. */
export function assertSameRequest(earlier: Booking, input: Asked): void {
  const same =
    earlier.tripId === input.tripId.toLowerCase() &&
    earlier.seats === input.seats &&
    earlier.paymentMode === input.paymentMode &&
    input.fromStopId.endsWith(`.${earlier.fromSeq}`) &&
    input.toStopId.endsWith(`.${earlier.toSeq}`)
  if (!same) throw new AppError('idempotency_mismatch')
}

/** The booking to write, without its code and hold. Errors: those of `planSeats`. */
export function planBooking(
  { commissionBp }: { commissionBp: number },
  trip: TripFacts,
  input: Asked,
  { id, now, road }: { id: string; now: Date; road?: RoadPart | undefined },
): Booking {
  const { instant, revision: _planned, ...segment } = planSeats(trip, input, now, road)
  const { fromPointId = road?.fromPointId ?? null, toPointId = road?.toPointId ?? null } = input
  const { paymentMode, answerUntil } = input
  const due = instant ? null : saidOr(answerDue(now, segment.picksUpAt), answerUntil, now)
  const isConfirmed = instant || input.agreed === true
  const booking: Booking = {
    ...segment,
    id,
    driverId: trip.driverId,
    fromPointId,
    toPointId,
    commissionBp,
    paymentMode,
    status: firstStatus(isConfirmed),
    code: '',
    generation: 1,
    createdAt: now,
    expiresAt: due,
    confirmedAt: isConfirmed ? now : null,
    ...notYetSet,
    listId: input.list?.id ?? null,
    listFreeUntil: input.list?.freeUntil ?? null,
  }
  input.list?.assertFits(booking)
  return booking
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
  changeAcceptedAt: null,
  meetingMoved: false,
  refundAheadMs: 0,
  partOf: null,
  connectionId: null,
  connectionPart: null,
  connectionBrokenAt: null,
  changeMissedAt: null,
} as const
