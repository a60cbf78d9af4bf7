import { DIRECT_OPEN_MAX } from '#contract/booking-limits.ts'
import { isErrorCode } from '#contract/errors.ts'
import { debtOpen } from '#server/modules/bank/ledger/index.ts'
import { barRefusal } from '#server/modules/people/standing/index.ts'
import { profileIncomplete } from '#server/modules/people/users/index.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Booking } from '../booking.ts'
import { areReturnsSpent } from '../refund-policy.ts'

/** Row of `facts_of_calls`: facts that decide on a booking, except seats and money. */
export type CallFacts = {
  /** Outcome of the key: `repeated:<booking id>` or an error code; null for a new key. */
  earlier: string | null
  emailConfirmed: boolean
  /** Missing parts of the passenger's profile, separated by commas. */
  missing: string
  /** Whether the passenger's account is being closed. */
  closing: boolean
  expelled: boolean
  suspendedUntil: Date | null
  /** Whether the team has paused the account until a report is decided. */
  paused: boolean
  driverExpelled: boolean
  driverSuspendedUntil: Date | null
  driverPaused: boolean
  /** Whether the passenger and somebody on the trip have blocked each other. */
  apart: boolean
  /** Pesos that the passenger owes. */
  debt: number
  /** Whether the trip sells seats. */
  tripOpen: boolean
  tripRevision: number | null
  /** Error code when the driver does not accept this passenger; else null. */
  keptOut: string | null
  /** Whether another booking or trip of the passenger is at the same time. */
  crosses: boolean
  /** Open bookings of the passenger in `directo`; null in `billetera`. */
  openDirect: number | null
  /** Seats of this trip that the passenger gave back; null in `billetera`. */
  returned: number | null
  /** Whether the passenger has an open booking of the trip. */
  booked: boolean
}

export type Decision =
  | 'book'
  /** The trip is not on sale, or not as the booking was planned: read it again. */
  | 'changed'
  /** The refusal names the other booking, which is read for it. */
  | 'overlaps'
  | { repeats: string }
  | { refused: AppError }

type Case = { booking: Booking; revision: number; facts: CallFacts; now: Date }

/**
 * Whether the planned booking can be made, by everything except seats and money: `book_seats` takes
 * those if there are enough. The first reason in this order is answered; an earlier outcome of the
 * key comes before all of them.
 */
export function decideBooking({ booking, revision, facts, now }: Case): Decision {
  if (facts.earlier !== null) return earlierOutcome(facts.earlier)
  const refusal = refusalOfPassenger(facts, now) ?? refusalOfTrip(booking, facts, now)
  if (refusal) return { refused: refusal }
  if (facts.debt > 0) return { refused: debtOpen(facts.debt) }
  if (!facts.tripOpen || facts.tripRevision !== revision) return 'changed'
  if (facts.keptOut !== null) return { refused: errorOf(facts.keptOut) }
  if (facts.crosses) return 'overlaps'
  const limit = refusalInCash(facts)
  if (limit) return { refused: limit }
  return facts.booked ? { refused: new AppError('already_booked') } : 'book'
}

/** The stored outcome of a key, as `outcome_of_key` answers it. */
export function earlierOutcome(answer: string): { repeats: string } | { refused: AppError } {
  const [code = '', bookingId] = answer.split(':')
  return code === 'repeated' && bookingId ? { repeats: bookingId } : { refused: errorOf(code) }
}

function refusalOfPassenger(facts: CallFacts, now: Date): AppError | undefined {
  if (!facts.emailConfirmed) return new AppError('email_unconfirmed')
  if (facts.missing !== '') return profileIncomplete(facts.missing.split(','))
  if (facts.closing) return new AppError('account_closing')
  return barRefusal(facts, now)
}

/** One error for blocks and for the driver's sanctions: neither may be recognised. */
function refusalOfTrip(booking: Booking, facts: CallFacts, now: Date): AppError | undefined {
  const onTheWay = now > booking.picksUpAt ? now : booking.picksUpAt
  const barred =
    facts.driverExpelled || facts.driverPaused || isAfter(facts.driverSuspendedUntil, onTheWay)
  return facts.apart || barred ? new AppError('trip_unavailable') : undefined
}

/** Nothing is paid ahead in `directo`, so open bookings and returned seats have a limit. */
function refusalInCash({ openDirect, returned }: CallFacts): AppError | undefined {
  if (openDirect !== null && openDirect >= DIRECT_OPEN_MAX) {
    return new AppError('too_many_open_bookings')
  }
  if (returned !== null && areReturnsSpent({ earlierReturns: returned })) {
    return new AppError('returns_limit')
  }
  return undefined
}

const isAfter = (until: Date | null, at: Date): boolean => until !== null && until > at

function errorOf(code: string): AppError {
  assert(isErrorCode(code), `the database answered ${code}`)
  return new AppError(code)
}
