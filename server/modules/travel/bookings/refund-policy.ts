// Refund rules of a cancellation, as pure functions without clock and database.
import {
  FREE_RETURNS,
  FULL_REFUND_AHEAD_HOURS,
  SECOND_THOUGHTS_MINUTES,
} from '#contract/booking-limits.ts'
import { addMs, earlier, HOUR_MS, later, MINUTE_MS } from '#server/platform/clock.ts'
import {
  type Booking,
  type Facts,
  isLoose,
  LATE_AFTER_MS,
  MOVED_FAR_MS,
  type Party,
} from './booking.ts'

const FULL_REFUND_AHEAD_MS = FULL_REFUND_AHEAD_HOURS * HOUR_MS
const SECOND_THOUGHTS_MS = SECOND_THOUGHTS_MINUTES * MINUTE_MS

type Circumstances = {
  by: Party
  accepted: boolean
  beforePickUpMs: number
  aheadMs: number
  secondThoughts: boolean
  movedFar: boolean
  returnsSpent: boolean
  driverLate: boolean
  tripPaused: boolean
  connectionBroken: boolean
  crosses: boolean
}

type RefundRule = {
  name:
    | 'driver_cancels'
    | 'trip_paused'
    | 'connection_broken'
    | 'trip_crosses'
    | 'repeated'
    | 'not_accepted'
    | 'trip_changed'
    | 'a_day_ahead'
    | 'second_thoughts'
    | 'late'
    | 'driver_late'
  applies(c: Circumstances): boolean
  /** Share of the fare, in percent, that returns to the passenger; the driver gets the rest. */
  percent: number
}

/** The table of docs/product.md: the first rule that applies; without one nobody can cancel. */
const refundRules: readonly RefundRule[] = [
  { name: 'driver_cancels', applies: (c) => c.by === 'driver', percent: 100 },
  { name: 'trip_paused', applies: (c) => c.beforePickUpMs > 0 && c.tripPaused, percent: 100 },
  { name: 'trip_crosses', applies: (c) => c.beforePickUpMs > 0 && c.crosses, percent: 100 },
  {
    name: 'connection_broken',
    applies: (c) => c.beforePickUpMs > 0 && c.connectionBroken,
    percent: 100,
  },
  {
    name: 'repeated',
    applies: (c) => c.returnsSpent && !c.movedFar && c.beforePickUpMs > 0,
    percent: 50,
  },
  { name: 'not_accepted', applies: (c) => !c.accepted, percent: 100 },
  { name: 'trip_changed', applies: (c) => c.beforePickUpMs > 0 && c.movedFar, percent: 100 },
  { name: 'a_day_ahead', applies: (c) => c.aheadMs >= FULL_REFUND_AHEAD_MS, percent: 100 },
  {
    name: 'second_thoughts',
    applies: (c) => c.beforePickUpMs > 0 && c.secondThoughts,
    percent: 100,
  },
  { name: 'late', applies: (c) => c.beforePickUpMs > 0, percent: 50 },
  { name: 'driver_late', applies: (c) => c.driverLate, percent: 100 },
]

export type Refund = {
  rule: RefundRule['name']
  /** Pesos back to the passenger's wallet. */
  refundPesos: number
  /** Pesos kept for the driver, before commission. */
  keptPesos: number
}

type Cancellable = Pick<
  Booking,
  | 'status'
  | 'picksUpAt'
  | 'dropsOffAt'
  | 'createdAt'
  | 'farePesos'
  | 'paymentMode'
  | 'movedMs'
  | 'meetingMoved'
  | 'refundAheadMs'
  | 'connectionPart'
  | 'connectionBrokenAt'
  | 'listFreeUntil'
>

type PickUp = Pick<Booking, 'picksUpAt'> & Pick<Facts, 'driverPassed' | 'driverArrivedAt'>

/** Whether the driver is late enough at a pick-up for its passenger to go. */
function isDriverLate(pickUp: PickUp, now: Date): boolean {
  const { picksUpAt, driverPassed, driverArrivedAt } = pickUp
  const lateFrom = addMs(picksUpAt, LATE_AFTER_MS)
  // A passenger who contradicts a recorded arrival opens a dispute.
  const onTime = driverArrivedAt !== null && driverArrivedAt <= lateFrom
  return now > lateFrom && !driverPassed && !onTime
}

/** Whether a car may be left free, until it comes, because the driver of the other one is late. */
function isOtherLate({ other }: Facts, now: Date): boolean {
  if (other?.status !== 'confirmed' || other.boarded) return false
  const { driverPassed, driverArrivedMs } = other
  // Who waited for a late car can be in it: then its plan says until when.
  if (driverArrivedMs !== null && now.getTime() >= other.dropsOffMs) return false
  const pickUp = {
    picksUpAt: new Date(other.picksUpMs),
    ...{
      driverPassed,
      driverArrivedAt: driverArrivedMs === null ? null : new Date(driverArrivedMs),
    },
  }
  return isDriverLate(pickUp, now)
}

/**
 * Returns the refund for cancelling an open booking now; undefined when no rule applies. Half a
 * peso is rounded up for the passenger. In `directo` Cupo holds no fare, so both amounts are 0.
 * `booking-transitions.ts` decides whether the state allows cancelling.
 */
export function refundByPolicy(booking: Cancellable, by: Party, now: Date, facts: Facts) {
  const circumstances = {
    by,
    accepted: booking.status === 'confirmed',
    beforePickUpMs: booking.picksUpAt.getTime() - now.getTime(),
    aheadMs: refundsFrom(booking).getTime() - now.getTime(),
    secondThoughts: now <= secondThoughtsUntil(booking),
    movedFar: isMovedFar(booking),
    returnsSpent: areReturnsSpent(facts),
    // After the planned drop-off a passenger says that the driver did not come.
    driverLate: now < booking.dropsOffAt && isDriverLate({ ...booking, ...facts }, now),
    tripPaused: facts.tripPausedAt !== null,
    connectionBroken: isLoose(booking, facts) || isOtherLate(facts, now),
    crosses: facts.crosses,
  }
  const rule = refundRules.find((each) => each.applies(circumstances))
  if (!rule) return undefined
  if (booking.paymentMode === 'directo') return { rule: rule.name, refundPesos: 0, keptPesos: 0 }
  const refundPesos = Math.ceil((booking.farePesos * rule.percent) / 100)
  return { rule: rule.name, refundPesos, keptPesos: booking.farePesos - refundPesos }
}

/** Cover of the guarantee fund in the fares of a rescue, in pesos, see `listCovers`. */
export type Cover = {
  cover: number
  returned: number
  first: number
  kept: number
  /** Part of `kept` in the bookings of the rescue that come before this one. */
  before: number
}

/** Pesos of a returned fare that go back to the fund: as `fund_return_cover` counts them. */
export function coverBackOf(cover: Cover | undefined, refundPesos: number): number {
  if (!cover || refundPesos <= 0) return 0
  const kept = Math.min(cover.kept - refundPesos, cover.first)
  const stays = Math.floor((cover.cover * kept) / Math.max(cover.first, 1))
  return Math.max(0, cover.cover - cover.returned - stays)
}

/**
 * Pesos that the fund paid of what was charged, as its share of all fares that still count. Rounded
 * from the sum of the fares before it, so that the shares of all bookings are what the fund paid.
 */
export function coverPaidOf(cover: Cover | undefined, chargedPesos: number): number {
  if (!cover || cover.kept <= 0) return 0
  const { before, kept } = cover
  const upTo = (pesos: number) => Math.floor(((cover.cover - cover.returned) * pesos) / kept)
  return upTo(before + chargedPesos) - upTo(before)
}

/**
 * Splits off the fare of some seats that leave a booking. What stays is rounded down, so the parts
 * always sum to the whole, and a seat that leaves is never refunded below its price.
 */
export function partOfFare(
  { farePesos, seats }: Pick<Booking, 'farePesos' | 'seats'>,
  leave: number,
) {
  return farePesos - Math.floor((farePesos * (seats - leave)) / seats)
}

/** Amounts stored with a booking that ends; null in `directo`, where Cupo holds no fare. */
export function splitFare(
  { paymentMode, farePesos }: Pick<Booking, 'paymentMode' | 'farePesos'>,
  refundedPesos: number,
) {
  if (paymentMode === 'directo') return { refundedPesos: null, chargedPesos: null }
  return { refundedPesos, chargedPesos: farePesos - refundedPesos }
}

/** Whether the moves, also those back, add up to a large one, or the meeting point changed. */
export function isMovedFar(booking: Pick<Booking, 'movedMs' | 'meetingMoved'>): boolean {
  return booking.movedMs >= MOVED_FAR_MS || booking.meetingMoved
}

/** Whether the passenger has used up the free returns of this trip. */
export function areReturnsSpent({ earlierReturns }: Pick<Facts, 'earlierReturns'>): boolean {
  return earlierReturns >= FREE_RETURNS
}

/**
 * Returns the pick-up from which the 24 hours of a full refund are counted: the earliest pick-up
 * among the segments that the passenger chose, moved with the trip.
 */
export function refundsFrom(booking: Pick<Booking, 'picksUpAt' | 'refundAheadMs'>): Date {
  return addMs(booking.picksUpAt, -booking.refundAheadMs)
}

/** Returns until when cancelling refunds everything; in the past when that is over. */
export function fullRefundUntil(
  booking: Omit<Cancellable, 'status' | 'farePesos' | 'paymentMode'>,
  facts: Pick<Facts, 'earlierReturns' | 'tripPausedAt' | 'crosses' | 'other'>,
): Date {
  const isFree =
    facts.tripPausedAt || facts.crosses || isMovedFar(booking) || isLoose(booking, facts)
  if (isFree) return booking.picksUpAt
  return areReturnsSpent(facts) ? booking.createdAt : freeByTime(booking)
}

/** Until when cancelling refunds everything for its time alone: a day ahead, or thought again. */
export function freeByTime(booking: SecondThoughts & Parameters<typeof refundsFrom>[0]): Date {
  const dayAhead = addMs(refundsFrom(booking), -FULL_REFUND_AHEAD_MS)
  return later(dayAhead, earlier(secondThoughtsUntil(booking), booking.picksUpAt))
}

/** Until when the passenger may think again: from the booking, or from when a list told of it. */
const secondThoughtsUntil = ({ createdAt, listFreeUntil }: SecondThoughts) =>
  listFreeUntil ?? addMs(createdAt, SECOND_THOUGHTS_MS)

type SecondThoughts = Pick<Booking, 'createdAt' | 'listFreeUntil'>
