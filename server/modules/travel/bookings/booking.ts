import {
  ABOARD_AHEAD_MINUTES,
  ABOARD_UNDO_MINUTES,
  BOARDING_CLOSES_HOURS,
  BOARDING_OPENS_HOURS,
  CHANGE_LEAST_MINUTES,
  CHANGE_RELEASE_HOURS,
  CHANGE_RISK_MINUTES,
  DISPUTE_HOURS,
  LATE_AFTER_MINUTES,
  MOVED_FAR_MINUTES,
  NO_SHOW_AFTER_MINUTES,
} from '#contract/booking-limits.ts'
import type { BookingStatus, BookingView } from '#contract/booking-view.ts'
import { TRAVELS } from '#contract/moments.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** A booking as stored; money in whole pesos for all its seats. */
export type Booking = {
  id: string
  tripId: string
  passengerId: string
  driverId: string
  fromSeq: number
  toSeq: number
  /** SafePoints chosen by the passenger at stops where the driver chose none. */
  fromPointId: string | null
  toPointId: string | null
  seats: number
  farePesos: number
  /** Commission in hundredths of a percent, as on the day of the booking. */
  commissionBp: number
  paymentMode: PaymentMode
  status: BookingStatus
  /** Pending transfer of the fare (billetera) or of the commission (directo). */
  holdId: string | null
  code: string
  /** Incremented to revoke every ticket issued so far. */
  generation: number
  picksUpAt: Date
  dropsOffAt: Date
  createdAt: Date
  /** Deadline of the driver for a request, set when it was asked; null for other bookings. */
  expiresAt: Date | null
  confirmedAt: Date | null
  /** Time when the passenger confirmed boarding; null if never or undone. */
  aboardSaidAt: Date | null
  checkedInAt: Date | null
  checkedInBy: string | null
  /** Time when the driver claimed a no-show. */
  noShowAt: Date | null
  /** Time when the passenger disputed the no-show or reported that the driver did not come. */
  disputedAt: Date | null
  /** Time when the passenger denied a check-in. */
  deniedAt: Date | null
  closedAt: Date | null
  refundedPesos: number | null
  chargedPesos: number | null
  /** Pick-up time as booked; null while the driver has not moved the trip. */
  agreedPickupAt: Date | null
  /** Sum of all moves of the pick-up since booking, in both directions, in ms. */
  movedMs: number
  tripChangedAt: Date | null
  /** Time when the passenger accepted the hour after the last move; null while they have not. */
  changeAcceptedAt: Date | null
  /** Whether the driver, or Cupo's list, changed a meeting point of this booking. */
  meetingMoved: boolean
  /** Time before the pick-up, in ms, from which the 24 hours of a full refund are counted. */
  refundAheadMs: number
  /** The booking that these seats belonged to until they were given back; null for all others. */
  partOf: string | null
  /** Both bookings of a trip with one change of car have the same id; null for all others. */
  connectionId: string | null
  connectionPart: 1 | 2 | null
  /** When the other part failed, or was missed, through no fault of the passenger. */
  connectionBrokenAt: Date | null
  /** When the passenger said that the first car came too late for this one; null if undone. */
  changeMissedAt: Date | null
  /** The alert that bought it; null for bookings that a person made. */
  listId: string | null
  /** Until when the passenger leaves what a list bought at no cost. */
  listFreeUntil: Date | null
}

type Moved = Pick<Booking, 'agreedPickupAt' | 'changeAcceptedAt' | 'picksUpAt'>

/** Whether the hour is another than booked and the passenger has not said that it suits. */
export function isMoveUnanswered({ agreedPickupAt, changeAcceptedAt, picksUpAt }: Moved): boolean {
  const isMoved = agreedPickupAt !== null && agreedPickupAt.getTime() !== picksUpAt.getTime()
  return isMoved && changeAcceptedAt === null
}

/** Whether a passenger has not said if the hour suits them to which the driver moved the trip. */
export function asksAboutMove(booking: Booking, now: Date): boolean {
  const { picksUpAt, status, aboardSaidAt, disputedAt } = booking
  const isOpen = status === 'requested' || (status === 'confirmed' && !aboardSaidAt && !disputedAt)
  return isOpen && isMoveUnanswered(booking) && now < picksUpAt
}

export type Party = 'passenger' | 'driver'

/** Whose choice an event was, when not of the person who pressed: the function `whose_choice`. */
export type Whose = 'driver' | 'others' | 'team' | 'cupo'

/** A row of `booking_events`. */
export type BookingEvent = {
  id: string
  /** Status after the event, or the name of another noted event. */
  event: string
  actorId: string | null
  details: {
    by?: string
    rule?: string
    /** Time when the fare is paid after the passenger confirmed boarding. */
    postsAt?: string
    /** Seats that stay in the booking after some of them were given back. */
    left?: number
    /** Minutes to change cars that moved hours left, when the second seat was released for it. */
    changeMinutes?: number
  }
}

const BOARDING_OPENS_MS = BOARDING_OPENS_HOURS * HOUR_MS
export const BOARDING_CLOSES_MS = BOARDING_CLOSES_HOURS * HOUR_MS

/** Time in ms in which the passenger can undo a boarding confirmation; then the fare is paid. */
export const ABOARD_UNDO_MS = ABOARD_UNDO_MINUTES * MINUTE_MS

/** Time in ms after the pick-up from which the driver can claim a no-show. */
export const NO_SHOW_AFTER_MS = NO_SHOW_AFTER_MINUTES * MINUTE_MS
/** Time in ms in which the passenger can dispute a no-show; then the driver gets the fare. */
export const DISPUTE_MS = DISPUTE_HOURS * HOUR_MS
/** Delay in ms after which the passenger can leave a driver at no cost. */
export const LATE_AFTER_MS = LATE_AFTER_MINUTES * MINUTE_MS
/** Sum of moves of the pick-up in ms from which the passenger can cancel with a full refund. */
export const MOVED_FAR_MS = MOVED_FAR_MINUTES * MINUTE_MS
/** Time in ms before departure when a paused trip is cancelled, in time to find another one. */
const PAUSE_CANCELS_AHEAD_MS = 12 * HOUR_MS

/** Facts from other rows that decisions need, read together with the booking. */
export type Facts = {
  /** Somebody checked in at this stop or a later one, so the car was at this stop. */
  driverPassed: boolean
  /** Time when the driver first recorded an arrival at this stop or a later one; null if never. */
  driverArrivedAt: Date | null
  /** Time when an accepted scan of this ticket reached the server; null without one. */
  scanHeardAt: Date | null
  /** Whether somebody of the team decided the dispute about this booking. */
  disputeDecided: boolean
  /** Number of earlier bookings of this trip that the same passenger cancelled by choice. */
  earlierReturns: number
  /** From when the driver's "Terminar" counts, which may be in the future; null without it. */
  finishCountsAt: Date | null
  /** When the car reached the drop-off or the driver finished; null if not recorded or doubtful. */
  arrivedAt: Date | null
  /** Whether the car reached the drop-off or a later stop, by a press that is not doubtful. */
  reached: boolean
  /** How late the car was at its driver's last press that is not doubtful; 0 before the first. */
  delayMs: number
  /** Start of the trip's current pause by Cupo, not by its driver; null without one. */
  tripPausedAt: Date | null
  /** Whether Cupo ended it, and neither of its people. */
  endedByCupo: boolean
  /** Failure of a driver for which the passenger left or was released; null without one. */
  leftBecause: BookingView['leftBecause'] | null
  /** Whether its passenger left it for a reason of another driver or of Cupo. */
  leftForOthers: boolean
  /** Whether it overlaps another open booking or own trip of the passenger: only by a move. */
  crosses: boolean
  /** The other booking of a trip with one change; null without one. */
  other: OtherPart | null
}

/** What the other part of a trip with one change decides about a booking; times in ms. */
type OtherPart = {
  id: string
  status: BookingStatus
  picksUpMs: number
  dropsOffMs: number
  /** Place of its drop-off. */
  toName: string
  /** Whether ticket, code, name or the passenger said that they boarded. */
  boarded: boolean
  /** Credible recorded arrival at its drop-off; null if none. */
  arrivedMs: number | null
  /** Whether a recorded arrival there came too early to be true: then the plan counts. */
  doubtful: boolean
  /** Delay at its driver's last credible press; null before the start. */
  delayMs: number | null
  /** Whether the car passed its drop-off. */
  passed: boolean
  /** Whether the team decides if its driver came. */
  inReview: boolean
  /** Whether its car took somebody at its pick-up or later. */
  driverPassed: boolean
  /** When the server learned that its car was at its pick-up; null if it did not. */
  driverArrivedMs: number | null
  /** Whether it may be left free: paused by Cupo, moved far or elsewhere, or it crosses. */
  free: boolean
}

/** Returns the period in which a ticket boards. */
export function boardingWindow(booking: Pick<Booking, 'picksUpAt' | 'dropsOffAt'>): {
  from: Date
  until: Date
} {
  return {
    from: addMs(booking.picksUpAt, -BOARDING_OPENS_MS),
    until: addMs(booking.dropsOffAt, BOARDING_CLOSES_MS),
  }
}

/** When the passenger can confirm boarding: near the pick-up, or once the car was there. */
export function aboardFrom(
  { picksUpAt }: Pick<Booking, 'picksUpAt'>,
  { driverArrivedAt }: Pick<Facts, 'driverArrivedAt'>,
): Date {
  const near = addMs(picksUpAt, -ABOARD_AHEAD_MINUTES * MINUTE_MS)
  return driverArrivedAt && driverArrivedAt < near ? driverArrivedAt : near
}

/** Returns when a confirmed boarding is paid unless it is undone before. */
export function aboardPostsAt({ aboardSaidAt }: Pick<Booking, 'aboardSaidAt'>): Date | undefined {
  return aboardSaidAt ? addMs(aboardSaidAt, ABOARD_UNDO_MS) : undefined
}

/** Returns the passenger's deadline to dispute a no-show; undefined without a no-show. */
export function disputeUntil(booking: Pick<Booking, 'noShowAt'>): Date | undefined {
  return booking.noShowAt ? addMs(booking.noShowAt, DISPUTE_MS) : undefined
}

/**
 * Returns the deadline to deny the driver's check-in: 24 h after it reached the server, which
 * for an offline scan is later than the scan. Undefined without a check-in to deny.
 */
export function denyUntil(booking: Booking, facts: Facts): Date | undefined {
  const { checkedInAt, checkedInBy } = booking
  if (!checkedInAt || !['ticket', 'code', 'name'].includes(checkedInBy ?? '')) return undefined
  const heard = Math.max(checkedInAt.getTime(), facts.scanHeardAt?.getTime() ?? 0)
  return addMs(new Date(heard), DISPUTE_MS)
}

/** What is known of a ride; without presses the plan is all that is known. */
export type RideFacts = Pick<Facts, 'finishCountsAt' | 'reached' | 'delayMs'>

/** When the passenger leaves the car, as far as is known: the plan, moved by the delay. */
export function expectedDropOff(
  { dropsOffAt }: Pick<Booking, 'dropsOffAt'>,
  { delayMs }: Pick<Facts, 'delayMs'>,
): Date {
  return addMs(dropsOffAt, delayMs)
}

/**
 * Whether the ride to the drop-off is over: a press that counts says so, or its expected time has
 * passed. The only rule of it; `isUnderWay` is its SQL. Windows of money and ratings count from the
 * plan instead.
 */
export function isRideOver(
  booking: Pick<Booking, 'dropsOffAt'>,
  now: Date,
  facts?: RideFacts,
): boolean {
  if (!facts) return now >= booking.dropsOffAt
  return isFinished(facts, now) || facts.reached || now >= expectedDropOff(booking, facts)
}

/** Whether the passenger has arrived. */
export function hasArrived(
  booking: Pick<Booking, 'status' | 'dropsOffAt'>,
  now: Date,
  facts?: RideFacts,
): boolean {
  if (booking.status === 'completed') return true
  return booking.status === 'checked_in' && isRideOver(booking, now, facts)
}

/** Whether the driver's end of the journey counts: it cannot be undone, nor is it in doubt. */
function isFinished({ finishCountsAt }: Pick<Facts, 'finishCountsAt'>, now: Date): boolean {
  return finishCountsAt !== null && finishCountsAt <= now
}

/** Returns when a paused trip is cancelled: after an hour or more, and before it leaves. */
export function pauseEndsAt({ departsAt }: { departsAt: Date }, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - pausedAt.getTime()
  return addMs(pausedAt, Math.min(ahead, Math.max(HOUR_MS, ahead - PAUSE_CANCELS_AHEAD_MS)))
}

/** Facts of a message that leads to a booking and tells what happens to its money. */
export function fareLink({ id, paymentMode }: Pick<Booking, 'id' | 'paymentMode'>) {
  return { path: `/bookings/${id}`, byWallet: paymentMode === 'billetera' }
}

/** Rows that an action on a booking locks: its trip, and the people with their wallets. */
export function partsOf(booking: Pick<Booking, 'tripId' | 'passengerId' | 'driverId'>) {
  return [booking.tripId, booking.passengerId, booking.driverId]
}

/** Returns the side of a person in a booking; undefined for everybody else. */
export function partyOf(
  booking: Pick<Booking, 'passengerId' | 'driverId'>,
  userId: string,
): Party | undefined {
  if (booking.passengerId === userId) return 'passenger'
  return booking.driverId === userId ? 'driver' : undefined
}

// Rules of a booking that is one part of a trip with one change of car.

type Part = Pick<
  Booking,
  'connectionPart' | 'connectionBrokenAt' | 'picksUpAt' | 'dropsOffAt' | 'movedMs' | 'meetingMoved'
>
type Other = Pick<Facts, 'other'>

const FAILED: readonly BookingStatus[] = [
  'rejected',
  'expired',
  'cancelled_by_driver',
  'trip_cancelled',
]

/** Whether a booking ended through no act of its passenger. */
export const hasFailed = (status: BookingStatus): boolean => FAILED.includes(status)

/**
 * Whether the other part failed through no fault of the passenger. The facts count before the job
 * `bookings.follow-part` has marked the booking: nothing is charged while that waits.
 */
export function isBroken(
  { connectionBrokenAt }: Pick<Booking, 'connectionBrokenAt'>,
  { other }: Other,
): boolean {
  return connectionBrokenAt !== null || (other !== null && hasFailed(other.status))
}

/** Minutes to change cars by the plans of both trips; undefined unless both parts stand. */
export function changeMinutesOf(
  { connectionPart, picksUpAt, dropsOffAt }: Part,
  { other }: Other,
): number | undefined {
  if (!other || !TRAVELS.includes(other.status)) return undefined
  const ms =
    connectionPart === 1
      ? other.picksUpMs - dropsOffAt.getTime()
      : picksUpAt.getTime() - other.dropsOffMs
  return Math.floor(ms / MINUTE_MS)
}

/** Whether leaving costs nothing because of the other part: it failed, moved or is paused. */
export function isLoose(booking: Part, facts: Other): boolean {
  const minutes = changeMinutesOf(booking, facts)
  if (isBroken(booking, facts)) return true
  return minutes !== undefined && (facts.other?.free === true || minutes < CHANGE_LEAST_MINUTES)
}

/** When the second seat is released unless the passenger answers; undefined with enough minutes. */
export function releaseAt(booking: Part, facts: Other): Date | undefined {
  const minutes = changeMinutesOf(booking, facts)
  if (minutes === undefined || minutes >= CHANGE_LEAST_MINUTES) return undefined
  const pickUpMs =
    booking.connectionPart === 2 ? booking.picksUpAt.getTime() : facts.other?.picksUpMs
  return addMs(new Date(pickUpMs ?? 0), -CHANGE_RELEASE_HOURS * HOUR_MS)
}

/** Whether the passenger is in the first car, and can say near the second pick-up to miss it. */
export function mayMiss({ connectionPart, picksUpAt }: Part, { other }: Other, now: Date) {
  const from = picksUpAt.getTime() - CHANGE_RISK_MINUTES * MINUTE_MS
  return connectionPart === 2 && other?.boarded === true && now.getTime() >= from
}

/** When the first car reached the change; by its plan if the press is in doubt; null: unknown. */
const arrivalMs = ({ arrivedMs, doubtful, dropsOffMs }: OtherPart) =>
  arrivedMs ?? (doubtful ? dropsOffMs : null)

/**
 * Whether the facts agree that the passenger missed the second car. `isThere`: by a position the
 * passenger only now reaches the point, which counts where no believed press says otherwise.
 */
export function hasMissed(
  { picksUpAt }: Pick<Booking, 'picksUpAt'>,
  { other }: Other,
  now: Date,
  isThere: boolean,
) {
  if (!other || (other.passed && other.arrivedMs === null)) return false
  if (isThere && other.arrivedMs === null) return true
  const arrived = arrivalMs(other)
  if (arrived === null) return now >= picksUpAt
  return arrived > picksUpAt.getTime() - CHANGE_RISK_MINUTES * MINUTE_MS
}

/** Whether the first car may still bring this passenger: no arrival before the pick-up. */
export function mayStillArrive({ connectionPart, picksUpAt }: Part, { other }: Other): boolean {
  if (connectionPart !== 2 || !other || !TRAVELS.includes(other.status)) return false
  return (arrivalMs(other) ?? Infinity) > picksUpAt.getTime()
}
