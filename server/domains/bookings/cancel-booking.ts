import { type CallGuard, callerRefusal } from '#server/platform/call-guard.ts'
import { inOneCall } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Party, partyOf } from './booking.ts'
import { refundFor, statusAfter, transition } from './booking-transitions.ts'
import {
  type CancelCall,
  callCancelBooking,
  type Ending,
  endedBooking,
} from './cancel-booking.queries.ts'
import type { Refund } from './refund-policy.ts'
import { type SeenBooking, seeBooking } from './seen-booking.queries.ts'

export type CancelBooking = {
  bookingId: string
  /** Pesos; refuse if less would be returned by now. */
  expectedRefund?: number | undefined
}

const statusBy = {
  passenger: 'cancelled_by_passenger',
  driver: 'cancelled_by_driver',
} as const

/** What everybody may know afterwards of a driver who let the passenger down. */
const marks: Partial<Record<Refund['rule'], Ending['mark']>> = {
  driver_cancels: 'cancelled',
  driver_late: 'late',
}

/** The booking or what decides about it may change between two looks at it. */
const TRIES = 5

/**
 * Cancels by the refund table; a repeat by the same party answers the booking as it is. Decided on
 * what was read, and done in one call of the database (`cancel_booking`) if that is still so.
 * `guard`: the call also checks session and limit of the caller.
 * Errors: `booking_not_found`, `booking_not_cancellable`, `price_changed`, `busy`.
 */
export async function cancelBooking(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
  input: CancelBooking,
  guard?: CallGuard,
): Promise<SeenBooking> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const now = deps.clock.now()
    const seen = await seeBooking(deps.db, input.bookingId)
    const party = seen && partyOf(seen.booking, userId)
    if (!seen || !party) throw new AppError('booking_not_found')
    if (seen.booking.status === statusBy[party]) return seen
    const ending = decide(seen, { ...input, userId, party, now })
    const call: CancelCall = { seen, ending, callerId: userId, guard, now }
    const answer = await inOneCall(deps.db, (db) => callCancelBooking(db, call))
    if (guard) guard.checked = true
    if (answer === 'cancelled') return { ...seen, booking: endedBooking(call) }
    const refusal = callerRefusal(answer)
    if (refusal) throw refusal
    assert(answer === 'changed', `cancel_booking answered ${answer}`)
    // Looked at once more below; its session and its call have been counted.
    guard = undefined
  }
  throw new AppError('busy')
}

/** What becomes of the booking when this party cancels now. */
function decide(
  { booking, trip, shown }: SeenBooking,
  { userId, expectedRefund, party, now }: CancelBooking & ActorId & { party: Party; now: Date },
): Ending {
  const { facts } = shown
  const tripCancelled = trip.status === 'cancelled'
  const step = transition('cancel', { booking, by: party, now, facts, tripCancelled })
  const throughWallet = booking.paymentMode === 'billetera'
  // A trip the driver has just cancelled costs nobody anything, whoever is faster.
  if (step.to === 'trip_cancelled') {
    return {
      status: statusAfter(step),
      actorId: booking.driverId,
      details: {},
      mark: undefined,
      refundedPesos: throughWallet ? booking.farePesos : null,
      chargedPesos: throughWallet ? 0 : null,
    }
  }
  const refund = refundFor(booking, party, now, facts)
  assert(refund, `booking ${booking.id} is cancelled by no rule`)
  const { rule, refundPesos, keptPesos } = refund
  if (expectedRefund !== undefined && refundPesos < expectedRefund) {
    throw new AppError('price_changed', { details: { refund: refundPesos } })
  }
  return {
    status: statusAfter(step),
    actorId: userId,
    details: { rule },
    mark: marks[rule],
    refundedPesos: throughWallet ? refundPesos : null,
    chargedPesos: throughWallet ? keptPesos : null,
  }
}
