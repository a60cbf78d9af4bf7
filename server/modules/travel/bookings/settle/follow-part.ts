// What becomes of one part of a trip with one change of car when the other one fails.
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  type Booking,
  changeMinutesOf,
  type Facts,
  hasFailed,
  isMoveUnanswered,
  releaseAt,
  type Whose,
} from '../booking.ts'
import type { Case } from '../booking-conditions.ts'
import { ADVANCE_JOB, nextDue, stateOf } from '../booking-states.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import { findBooking, listConnection, lockBooking, updateMissed } from '../bookings.queries.ts'
import { caseOf } from '../show-booking.ts'
import { releaseBooking } from './settle-booking.ts'

/** Job that follows the failure of one part of a trip with one change. */
export const FOLLOW_JOB = 'bookings.follow-part'

/** Job that finds another car after a driver failed; a module on a higher layer handles it. */
export const RESCUE_JOB = 'connections.rescue'

/**
 * Enqueues the job if the event ends one part through no choice of the passenger (`whose`: see the
 * function `whose_choice`): the other one may be left too.
 */
export async function planFollow(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id: bookingId, connectionId, status }: Booking,
  whose: Whose | null,
): Promise<void> {
  if (!connectionId || !(hasFailed(status) || whose !== null)) return
  await enqueue(tx, deps.clock, { name: FOLLOW_JOB, payload: { bookingId } })
}

/**
 * Marks the other part of a booking that failed. When the first driver failed, the second seat is
 * released at once; otherwise the passenger may leave free, or not board, and pays nothing. Locks
 * the other booking only. Safe to repeat.
 */
export async function followPart(deps: ReadDeps, { bookingId }: { bookingId: string }) {
  await inTransaction(deps.db, async (tx) => {
    const failed = await findBooking(tx, bookingId)
    assert(failed?.connectionId, `booking ${bookingId} is no part`)
    const other = (await listConnection(tx, failed.connectionId)).find(({ id }) => id !== bookingId)
    const booking = other && (await lockBooking(tx, other.id))
    const now = deps.clock.now()
    if (!booking || booking.connectionBrokenAt) return
    if (booking.connectionPart === 2 && hasFailed(failed.status)) {
      if (await breakPart(tx, await caseOf(tx, booking, 'time', now))) return
      // The rescue waited for this seat, which she objected about meanwhile.
      const isDisputed = stateOf(booking, now) === 'no_show_disputed'
      if (isDisputed) await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId } })
      return
    }
    if (stateOf(booking, now) !== 'confirmed') return
    const marked = await updateMissed(tx, {
      ...{ id: booking.id, changeMissedAt: null, connectionBrokenAt: now },
      ...{ event: 'connection_broken', now, actorId: null },
    })
    const runAt = marked && nextDue(marked)
    const payload = { bookingId: booking.id }
    if (runAt) await enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload, runAt })
  })
}

/** Job that releases the second seat when a moved hour took the time to change cars. */
export const RELEASE_JOB = 'bookings.release-part'

/** Enqueues the job for a moved part; returns when the seat is released without an answer. */
export async function planRelease(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  booking: Booking,
  facts: Facts | undefined,
): Promise<Date | undefined> {
  const runAt = facts && releaseAt(booking, facts)
  const payload = { bookingId: booking.id }
  if (runAt) await enqueue(tx, clock, { name: RELEASE_JOB, payload, runAt })
  return runAt
}

/**
 * Releases the second seat two hours before its pick-up when moved hours leave no time to change
 * cars, and the passenger neither said that they suit nor boarded the first car. Without effect
 * when a later move has another time. Safe to repeat.
 */
export async function releasePart(deps: ReadDeps, { bookingId }: { bookingId: string }) {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const moved = await findBooking(tx, bookingId)
    assert(moved?.connectionId, `booking ${bookingId} is no part`)
    const [first, second] = await listConnection(tx, moved.connectionId)
    const booking = second && (await lockBooking(tx, second.id))
    if (!first || !booking || booking.picksUpAt <= now) return
    const asked = await caseOf(tx, { ...booking, connectionBrokenAt: now }, 'time', now)
    const at = releaseAt(booking, asked.facts)
    const isAnswered = asked.facts.other?.boarded || ![first, booking].some(isMoveUnanswered)
    if (!at || at > now || isAnswered) return
    await breakPart(tx, asked, { changeMinutes: changeMinutesOf(booking, asked.facts) ?? 0 })
  })
}

/** Releases a part whose other part failed; false if the table does not allow it. */
export async function breakPart(
  tx: Tx,
  asked: Case,
  why: { changeMinutes?: number } = {},
): Promise<boolean> {
  if (!may('break', asked)) return false
  const { booking, now } = asked
  const to = statusAfter(transition('break', asked))
  const details = { rule: 'connection_broken', ...why }
  const by = { actorId: null, now, details, connectionBrokenAt: now }
  await releaseBooking(tx, booking, { to, ...by })
  return true
}
