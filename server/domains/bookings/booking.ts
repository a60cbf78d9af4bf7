import type { BookingStatus } from '#contract/bookings.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'

/** A booking as it is stored; money in whole pesos for all its seats. */
export type Booking = {
  id: string
  tripId: string
  passengerId: string
  driverId: string
  fromSeq: number
  toSeq: number
  /** SafePoints that the passenger chose, at stops without one of the driver. */
  fromPointId: string | null
  toPointId: string | null
  seats: number
  farePesos: number
  /** Hundredths of a percent, as it was on the day of the booking. */
  commissionBp: number
  paymentMode: PaymentMode
  status: BookingStatus
  /** Pending transfer of the fare (billetera) or of the commission (directo). */
  holdId: string | null
  code: string
  /** Raised to make every ticket issued so far worthless. */
  generation: number
  picksUpAt: Date
  dropsOffAt: Date
  createdAt: Date
  expiresAt: Date | null
  confirmedAt: Date | null
  checkedInAt: Date | null
  checkedInBy: string | null
  /** When the driver said that nobody came. */
  noShowAt: Date | null
  /** When the passenger objected: to that word, or to a driver who did not come. */
  disputedAt: Date | null
  /** When the passenger said that they were registered aboard and did not travel. */
  deniedAt: Date | null
  closedAt: Date | null
  refundedPesos: number | null
  chargedPesos: number | null
  /** The pick-up as it was booked; null while the driver has not moved the trip. */
  agreedPickupAt: Date | null
  /** How far the driver moved it since, there and back alike. */
  movedMs: number
  tripChangedAt: Date | null
}

export type Party = 'passenger' | 'driver'

/** The driver answers a request within 3 hours, or by departure. */
export const ANSWER_MS = 3 * HOUR_MS
/** A ticket is good from 2 hours before the pick-up until 24 hours after the drop-off. */
const BOARDING_OPENS_MS = 2 * HOUR_MS
export const BOARDING_CLOSES_MS = DAY_MS

/** Seats in `directo` cost the passenger nothing until the journey, so only so many are kept. */
export const DIRECT_OPEN_MAX = 6

/** The driver waits so long before saying that nobody came. */
export const NO_SHOW_AFTER_MS = 15 * MINUTE_MS
/** The passenger may object to it so long; then the fare is the driver's. */
export const DISPUTE_MS = DAY_MS
/** A driver later than this may be left at no cost. */
const LATE_AFTER_MS = 30 * MINUTE_MS

/**
 * How often a passenger returns seats of one trip by their own choice; from then on it costs as a
 * late cancellation, whatever its hour: else one person keeps a car empty for nothing.
 */
export const FREE_RETURNS = 2

/** A passenger whose trip was moved by this much in all may leave at no cost. */
export const MOVED_FAR_MS = 15 * MINUTE_MS

const FULL_REFUND_AHEAD_MS = DAY_MS
const SECOND_THOUGHTS_MS = 30 * MINUTE_MS

/** Seats are taken and money is held or paid. */
const ACTIVE: readonly BookingStatus[] = ['requested', 'confirmed', 'checked_in']
/** Still to happen: what a trip's cancellation undoes. */
export const OPEN: readonly BookingStatus[] = ['requested', 'confirmed']
/** Ended without a journey: its tickets are worth nothing. */
export const ENDED: readonly BookingStatus[] = [
  'rejected',
  'expired',
  'cancelled_by_passenger',
  'cancelled_by_driver',
  'no_show',
  'trip_cancelled',
]

/** What a decision needs to know of others than the booking; read with it. */
export type Facts = {
  /** Somebody was seen to get on here or further on: the car was at this stop. */
  driverPassed: boolean
  /** When the driver first recorded an arrival here or further on; null: never. */
  driverArrivedAt: Date | null
  /** When a phone's accepted scan of this ticket reached us; null: none did. */
  scanHeardAt: Date | null
  /** Somebody of the team decided the dispute about this booking. */
  disputeDecided: boolean
  /** Seats of this trip that the same passenger returned before, by their own choice. */
  earlierReturns: number
  /** The driver said that the journey is over. */
  journeyFinished: boolean
}

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
  | 'status'
  | 'picksUpAt'
  | 'dropsOffAt'
  | 'createdAt'
  | 'farePesos'
  | 'paymentMode'
  | 'movedMs'
  | 'disputedAt'
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
 * What cancelling at this moment returns; undefined when that party can no longer cancel. Of an odd
 * peso the passenger gets the larger half. In `directo` Cupo holds no fare, so nothing moves.
 */
export function refundFor(
  booking: Cancellable,
  by: Party,
  now: Date,
  facts: Facts,
): Refund | undefined {
  const cancellable = by === 'passenger' ? OPEN : (['confirmed'] as const)
  if (!cancellable.some((status) => status === booking.status)) return undefined
  if (isObjected(booking)) return undefined
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

/** Cupo's share of an amount, rounded half up; pesos and hundredths of a percent. */
export function commissionOn(pesos: number, commissionBp: number): number {
  assert(Number.isSafeInteger(pesos) && pesos >= 0, `${pesos} is not an amount of pesos`)
  return Number((BigInt(pesos) * BigInt(commissionBp) + 5_000n) / 10_000n)
}

/** Until when the driver may answer a request made now. */
export function answerDeadline(now: Date, picksUpAt: Date): Date {
  return new Date(Math.min(now.getTime() + ANSWER_MS, picksUpAt.getTime()))
}

/** When a ticket starts and stops being good. */
export function boardingWindow(booking: Pick<Booking, 'picksUpAt' | 'dropsOffAt'>): {
  from: Date
  until: Date
} {
  return {
    from: addMs(booking.picksUpAt, -BOARDING_OPENS_MS),
    until: addMs(booking.dropsOffAt, BOARDING_CLOSES_MS),
  }
}

/** When the booking next changes by itself; undefined once it has ended or a person decides. */
export function nextDue(
  booking: Pick<
    Booking,
    'status' | 'expiresAt' | 'picksUpAt' | 'dropsOffAt' | 'noShowAt' | 'disputedAt' | 'closedAt'
  >,
): Date | undefined {
  if (booking.status === 'requested') return booking.expiresAt ?? booking.picksUpAt
  if (isUndecided(booking)) return booking.disputedAt ? undefined : disputeUntil(booking)
  if (isObjected(booking)) return undefined
  return ACTIVE.includes(booking.status) ? boardingWindow(booking).until : undefined
}

/** The passenger did not come, says the driver, and the money is still held. */
export function isUndecided(booking: Pick<Booking, 'status' | 'closedAt'>): boolean {
  return booking.status === 'no_show' && booking.closedAt === null
}

/** Until when the passenger may object to the driver's word; from then on it stands. */
export function disputeUntil(booking: Pick<Booking, 'noShowAt'>): Date | undefined {
  return booking.noShowAt ? addMs(booking.noShowAt, DISPUTE_MS) : undefined
}

/** Whether the passenger may object now, for the first time. */
export function mayDispute(booking: Booking, now: Date): boolean {
  const until = disputeUntil(booking)
  return isUndecided(booking) && !booking.disputedAt && until !== undefined && now < until
}

/** The driver did not come, says the passenger, and nobody has decided yet. */
export function isObjected(booking: Pick<Booking, 'status' | 'disputedAt'>): boolean {
  return booking.status === 'confirmed' && booking.disputedAt !== null
}

/**
 * Whether the passenger may say now, for the first time, that the driver did not come: while nobody
 * registered them aboard, from when the driver is late until the journey would be paid by itself.
 */
export function mayObject(booking: Booking, now: Date): boolean {
  const since = addMs(booking.picksUpAt, LATE_AFTER_MS)
  const inTime = now >= since && now < boardingWindow(booking).until
  return booking.status === 'confirmed' && !booking.disputedAt && inTime
}

/**
 * Until when the passenger may say that they did not board: 24 h after the driver's scan or code
 * reached us, which without a network is later than it was made.
 */
export function denyUntil(booking: Booking, facts: Facts): Date | undefined {
  const { checkedInAt, checkedInBy } = booking
  if (!checkedInAt || (checkedInBy !== 'ticket' && checkedInBy !== 'code')) return undefined
  const heard = Math.max(checkedInAt.getTime(), facts.scanHeardAt?.getTime() ?? 0)
  return addMs(new Date(heard), DISPUTE_MS)
}

/** Whether the passenger may say now, for the first time, that they did not board. */
export function mayDeny(booking: Booking, now: Date, facts: Facts): boolean {
  const aboard = booking.status === 'checked_in' || booking.status === 'completed'
  const until = denyUntil(booking, facts)
  return aboard && !booking.deniedAt && until !== undefined && now < until
}

/** Whether the passenger travelled and has left the car: by the driver's word, or by time. */
export function hasArrived(
  { status, dropsOffAt }: Pick<Booking, 'status' | 'dropsOffAt'>,
  now: Date,
  { journeyFinished }: Pick<Facts, 'journeyFinished'>,
): boolean {
  if (status === 'completed') return true
  return status === 'checked_in' && (journeyFinished || now >= dropsOffAt)
}

/** Whether the driver has waited long enough for a passenger who may still be aboard. */
export function mayClaimNoShow(booking: Booking, now: Date): boolean {
  const since = addMs(booking.picksUpAt, NO_SHOW_AFTER_MS)
  const inTime = now >= since && now < boardingWindow(booking).until
  return booking.status === 'confirmed' && !isObjected(booking) && inTime
}

/** The side of a person in a booking; undefined for everybody else. */
export function partyOf(
  booking: Pick<Booking, 'passengerId' | 'driverId'>,
  userId: string,
): Party | undefined {
  if (booking.passengerId === userId) return 'passenger'
  return booking.driverId === userId ? 'driver' : undefined
}

export type Permissions = {
  cancel: boolean
  accept: boolean
  reject: boolean
  showTicket: boolean
  confirmAboard: boolean
  claimNoShow: boolean
  dispute: boolean
  object: boolean
  deny: boolean
  leaveLate: boolean
}

/** What a party may do with the booking at this moment. */
export function permissions(booking: Booking, viewer: Party, now: Date, facts: Facts): Permissions {
  const open = boardingWindow(booking)
  const deadline = booking.expiresAt ?? booking.picksUpAt
  const mayAnswer = viewer === 'driver' && booking.status === 'requested' && now < deadline
  const passenger = viewer === 'passenger'
  const ticketIsGood = passenger && !isObjected(booking)
  const refund = refundFor(booking, viewer, now, facts)
  return {
    cancel: refund !== undefined,
    accept: mayAnswer,
    reject: mayAnswer,
    showTicket: ticketIsGood && ['confirmed', 'checked_in'].includes(booking.status),
    confirmAboard: ticketIsGood && booking.status === 'confirmed' && now >= open.from,
    claimNoShow: !passenger && mayClaimNoShow(booking, now),
    dispute: passenger && mayDispute(booking, now),
    object: passenger && mayObject(booking, now),
    deny: passenger && mayDeny(booking, now, facts),
    leaveLate: refund?.rule === 'driver_late',
  }
}

/**
 * What the driver makes of the booking after commission, pesos: the fare while it stands, and what
 * was kept once it has ended. In `directo` the fare reaches the driver's hands, not the wallet.
 */
export function driverEarns(booking: Booking): number {
  const ended = ENDED.includes(booking.status) && !isUndecided(booking)
  const gross = ended ? (booking.chargedPesos ?? 0) : booking.farePesos
  return gross - commissionOn(gross, booking.commissionBp)
}
