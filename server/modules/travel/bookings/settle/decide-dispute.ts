import type { DisputeOutcome } from '#contract/disputes.ts'
import { openCase, returnPaidFare } from '#server/modules/bank/ledger/index.ts'
import { markDriver } from '#server/modules/people/standing/index.ts'
import { returnSeats } from '#server/modules/travel/trips/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { board } from '../board/board-passenger.ts'
import type { Booking } from '../booking.ts'
import { type Action, statusAfter, type Transition, transition } from '../booking-transitions.ts'
import { changeStatus } from '../bookings.queries.ts'
import { splitFare } from '../refund-policy.ts'
import { closeNoShow, releaseBooking } from './settle-booking.ts'

type Decider = { actorId: string; now: Date }

const actionOf: Record<DisputeOutcome, Action> = {
  passenger: 'decide_for_passenger',
  driver: 'decide_for_driver',
}

/**
 * Applies the decision of a dispute by the table of transitions. The caller has locked the row and
 * written the decision. Returns the pesos of the fare that the driver's wallet could not return,
 * and that the driver owes. Errors: `dispute_resolved`.
 */
export async function decideDispute(
  tx: Tx,
  booking: Booking,
  outcome: DisputeOutcome,
  by: Decider,
): Promise<number> {
  const step = transition(actionOf[outcome], { booking, by: 'team', now: by.now })
  if (step.money === 'release') await returnFare(tx, booking, step, by)
  else if (step.money === 'give_back') return await undoCheckIn(tx, booking, step, by)
  else if (step.money === 'charge') {
    await closeNoShow(tx, booking, { ...by, details: { by: 'dispute' } })
  } else if (step.money === 'pay') {
    const aboard = await board(tx, booking, { ...by, by: 'dispute' })
    assert(aboard, `booking ${booking.id} was not locked`)
    await changeStatus(tx, aboard, { ...by, to: 'completed', closedAt: by.now })
  }
  return 0
}

/** Refunds the whole fare and marks the driver, for an unfounded no-show or an absent driver. */
async function returnFare(tx: Tx, booking: Booking, step: Transition, { actorId, now }: Decider) {
  const release = { to: statusAfter(step), actorId, now, details: { rule: 'dispute' } }
  await releaseBooking(tx, booking, release)
  // The first car was late, not this one.
  if (booking.changeMissedAt) return
  const { driverId, id: causeId } = booking
  const kind = booking.noShowAt ? 'unfounded_no_show' : 'did_not_come'
  await markDriver(tx, { driverId, kind, causeId, now })
}

/** Refunds the paid fare and marks the driver, who may owe a part, for an upheld denial. */
async function undoCheckIn(tx: Tx, booking: Booking, step: Transition, { actorId, now }: Decider) {
  const change = { to: statusAfter(step), now, actorId, details: { rule: 'dispute' } }
  const amounts = splitFare(booking, booking.farePesos)
  await changeStatus(tx, booking, { ...change, closedAt: now, ...amounts })
  const { driverId, id: bookingId, holdId } = booking
  const { owedPesos } = holdId ? await returnPaidFare(tx, { bookingId, now }) : { owedPesos: 0 }
  const found = { kind: 'fare_uncovered', reference: null, transactionId: bookingId } as const
  if (owedPesos > 0) {
    await openCase(tx, { ...found, details: { owedPesos, userId: driverId }, now })
  }
  await returnSeats(tx, booking)
  await markDriver(tx, { driverId, kind: 'did_not_come', causeId: bookingId, now })
  return owedPesos
}
