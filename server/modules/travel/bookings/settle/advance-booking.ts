import { completeTrips } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { eachRow } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { board } from '../board/board-passenger.ts'
import type { Booking } from '../booking.ts'
import type { Case } from '../booking-conditions.ts'
import { ADVANCE_JOB, nextDue, stateOf } from '../booking-states.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import { changeStatus, findBooking, lockBooking } from '../bookings.queries.ts'
import { caseOf } from '../show-booking.ts'
import { breakPart } from './follow-part.ts'
import { listDueIds } from './settle-booking.queries.ts'
import { closeNoShow, releaseBooking } from './settle-booking.ts'

/** Job about a passenger who missed the change; a module on a higher layer opens the dispute. */
export const MISSED_JOB = 'disputes.missed-change'

/**
 * Applies what is due on a booking: an unanswered request expires; 10 minutes after the passenger
 * confirmed boarding the fare is paid; 24 h after the drop-off an undisputed booking is paid and
 * completed; 24 h after an undisputed no-show the passenger is charged.
 * Returns whether the booking changed.
 */
export async function advanceBooking(deps: ReadDeps, bookingId: string): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    const due = booking && nextDue(booking)
    if (!booking || !due || due > now) return false
    return await advance(tx, deps, booking)
  })
}

async function advance(tx: Tx, { clock }: ReadDeps, booking: Booking): Promise<boolean> {
  const now = clock.now()
  const byTime: Case = { booking, by: 'time', now }
  if (may('expire', byTime)) {
    const to = statusAfter(transition('expire', byTime))
    await releaseBooking(tx, booking, { to, actorId: null, now })
    return true
  }
  const asked = await caseOf(tx, booking, 'time', now)
  if (may('close_no_show', asked)) {
    await closeNoShow(tx, booking, { actorId: null, now, details: { by: 'auto' } })
    return true
  }
  const byDriver: Case = { ...asked, by: 'driver' }
  if (may('cancel_trip', byDriver)) {
    const to = statusAfter(transition('cancel_trip', byDriver))
    await releaseBooking(tx, booking, { to, actorId: booking.driverId, now })
    return true
  }
  if (await breakPart(tx, asked)) return true
  if (may('object', asked)) {
    const payload = { bookingId: booking.id, userId: booking.passengerId }
    await enqueue(tx, clock, { name: MISSED_JOB, payload })
    return false
  }
  if (isUndecided(asked)) return false
  const action = may('complete', asked) ? 'complete' : 'board'
  const step = transition(action, asked)
  const pays = step.money === 'pay'
  const aboard = pays ? await board(tx, booking, { ...paidOn(booking), now }) : booking
  if (!aboard) return false
  if (action === 'complete') {
    await changeStatus(tx, aboard, { to: 'completed', now, actorId: null, closedAt: now })
  }
  return true
}

/** Whether the part waits for the decision of the team about the other one. */
function isUndecided({ booking, facts }: Case): boolean {
  const state = stateOf(booking, booking.dropsOffAt)
  return ['confirmed', 'no_show_claimed'].includes(state) && facts?.other?.inReview === true
}

/** The party who confirmed the boarding; `auto` when nobody objected in time. */
function paidOn({ aboardSaidAt, passengerId }: Booking) {
  return aboardSaidAt
    ? ({ by: 'passenger', actorId: passengerId } as const)
    : ({ by: 'auto', actorId: null } as const)
}

/** How often the job asks again about a booking that waits for a decision of the team. */
const AGAIN_MS = HOUR_MS

/** Job of one booking: advances it if due, and enqueues itself for the next time. */
export async function advanceOnTime(deps: ReadDeps, bookingId: string): Promise<void> {
  await advanceBooking(deps, bookingId)
  const booking = await findBooking(deps.db, bookingId)
  const due = booking && nextDue(booking)
  if (!due) return
  const now = deps.clock.now()
  const runAt = due > now ? due : addMs(now, AGAIN_MS)
  await inTransaction(deps.db, (tx) =>
    enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload: { bookingId }, runAt }),
  )
}

const BATCH = 200

/** Recurring job that advances bookings whose own job was lost, and completes trips. */
export async function advanceDue(deps: ReadDeps & Pick<Deps, 'log'>): Promise<number> {
  const now = deps.clock.now()
  const advanced = await eachRow(
    await listDueIds(deps.db, now, BATCH),
    (bookingId) => advanceBooking(deps, bookingId),
    (err, bookingId) => deps.log.error({ bookingId, err }, 'booking does not advance'),
  )
  await inTransaction(deps.db, (tx) => completeTrips(tx, now))
  return advanced
}
