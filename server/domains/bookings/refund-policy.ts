// What cancelling returns, and what the driver makes of a seat. Pure: no clock and no database.
import {
  FREE_RETURNS,
  FULL_REFUND_AHEAD_HOURS,
  MOVED_FAR_MINUTES,
  SECOND_THOUGHTS_MINUTES,
} from '#contract/booking-limits.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type Booking, type Facts, LATE_AFTER_MS, type Party } from './booking.ts'

/** A passenger whose trip was moved by this much in all may leave at no cost. */
export const MOVED_FAR_MS = MOVED_FAR_MINUTES * MINUTE_MS

const FULL_REFUND_AHEAD_MS = FULL_REFUND_AHEAD_HOURS * HOUR_MS
const SECOND_THOUGHTS_MS = SECOND_THOUGHTS_MINUTES * MINUTE_MS

type Circumstances = {
  by: Party
  accepted: boolean
  beforePickUpMs: number
  sinceBookingMs: number
  movedFar: boolean
  returnsSpent: boolean
  driverLate: boolean
}

type RefundRule = {
  name:
    | 'driver_cancels'
    | 'repeated'
    | 'not_accepted'
    | 'a_day_ahead'
    | 'second_thoughts'
    | 'trip_changed'
    | 'late'
    | 'driver_late'
  applies(c: Circumstances): boolean
  /** Share of the fare that returns to the passenger; the rest is the driver's. */
  percent: number
}

/** The table of docs/product.md: the first rule that applies; none = no longer cancellable. */
const refundRules: readonly RefundRule[] = [
  { name: 'driver_cancels', applies: (c) => c.by === 'driver', percent: 100 },
  {
    name: 'repeated',
    applies: (c) => c.returnsSpent && !c.movedFar && c.beforePickUpMs > 0,
    percent: 50,
  },
  { name: 'not_accepted', applies: (c) => !c.accepted, percent: 100 },
  {
    name: 'a_day_ahead',
    applies: (c) => c.beforePickUpMs >= FULL_REFUND_AHEAD_MS,
    percent: 100,
  },
  {
    name: 'second_thoughts',
    applies: (c) => c.beforePickUpMs > 0 && c.sinceBookingMs <= SECOND_THOUGHTS_MS,
    percent: 100,
  },
  { name: 'trip_changed', applies: (c) => c.beforePickUpMs > 0 && c.movedFar, percent: 100 },
  { name: 'late', applies: (c) => c.beforePickUpMs > 0, percent: 50 },
  { name: 'driver_late', applies: (c) => c.driverLate, percent: 100 },
]

export type Refund = {
  rule: RefundRule['name']
  /** Back to the passenger's wallet, pesos. */
  refundPesos: number
  /** Kept for the driver, before commission, pesos. */
  keptPesos: number
}

type Cancellable = Pick<
  Booking,
  'status' | 'picksUpAt' | 'dropsOffAt' | 'createdAt' | 'farePesos' | 'paymentMode' | 'movedMs'
>

/**
 * Whether the passenger still waits and the driver is later than anybody must bear. It ends with
 * the time of arrival: what happened on a journey that is over is for a person to judge.
 */
function isDriverLate(booking: Cancellable, now: Date, facts: Facts): boolean {
  const lateFrom = addMs(booking.picksUpAt, LATE_AFTER_MS)
  // A recorded arrival is the driver's word: who says otherwise objects, and a person decides.
  const onTime = facts.driverArrivedAt !== null && facts.driverArrivedAt <= lateFrom
  return now > lateFrom && now < booking.dropsOffAt && !facts.driverPassed && !onTime
}

/**
 * What cancelling an open booking at this moment returns; undefined when no rule lets that party
 * cancel. Of an odd peso the passenger gets the larger half. In `directo` Cupo holds no fare, so
 * nothing moves. Whether the state allows it: `booking-transitions.ts`.
 */
export function refundByPolicy(
  booking: Cancellable,
  by: Party,
  now: Date,
  facts: Facts,
): Refund | undefined {
  const circumstances = {
    by,
    accepted: booking.status === 'confirmed',
    beforePickUpMs: booking.picksUpAt.getTime() - now.getTime(),
    sinceBookingMs: now.getTime() - booking.createdAt.getTime(),
    movedFar: isMovedFar(booking),
    returnsSpent: areReturnsSpent(facts),
    driverLate: isDriverLate(booking, now, facts),
  }
  const rule = refundRules.find((each) => each.applies(circumstances))
  if (!rule) return undefined
  if (booking.paymentMode === 'directo') return { rule: rule.name, refundPesos: 0, keptPesos: 0 }
  const refundPesos = Math.ceil((booking.farePesos * rule.percent) / 100)
  return { rule: rule.name, refundPesos, keptPesos: booking.farePesos - refundPesos }
}

/** The trip is no longer the one that was booked. Moving it back does not undo that. */
export function isMovedFar(booking: Pick<Booking, 'movedMs'>): boolean {
  return booking.movedMs >= MOVED_FAR_MS
}

/** The passenger has returned seats of this trip so often that the next time costs. */
function areReturnsSpent({ earlierReturns }: Pick<Facts, 'earlierReturns'>): boolean {
  return earlierReturns >= FREE_RETURNS
}

/** Until when a confirmed booking is cancelled for nothing; in the past when that is over. */
export function fullRefundUntil(
  booking: Pick<Booking, 'picksUpAt' | 'createdAt' | 'movedMs'>,
  facts: Pick<Facts, 'earlierReturns'>,
): Date {
  if (isMovedFar(booking)) return booking.picksUpAt
  if (areReturnsSpent(facts)) return booking.createdAt
  const dayAhead = addMs(booking.picksUpAt, -FULL_REFUND_AHEAD_MS)
  const secondThoughts = Math.min(
    booking.createdAt.getTime() + SECOND_THOUGHTS_MS,
    booking.picksUpAt.getTime(),
  )
  return new Date(Math.max(dayAhead.getTime(), secondThoughts))
}
