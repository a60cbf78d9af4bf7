import { theTime } from '#server/modules/foundation/notifications/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { aboardFrom, aboardPostsAt, type Booking, type Facts } from '../booking.ts'
import type { Case } from '../booking-conditions.ts'
import { ADVANCE_JOB, bookingStates, stateOf } from '../booking-states.ts'
import { transition } from '../booking-transitions.ts'
import { caseOf, lockOwn } from '../show-booking.ts'
import { updateAboardSaid } from './board-passenger.queries.ts'

type Asked = { bookingId: string }

/**
 * Records that the passenger confirms boarding ("Ya voy a bordo"). The fare stays held;
 * `advanceBooking` pays it `ABOARD_UNDO_MINUTES` after the receipt, unless the passenger undoes it,
 * the driver scans the ticket or the trip is cancelled before. A repeat changes nothing.
 * Errors: those of the contract's `bookings.sayAboard`.
 */
export function sayAboard(
  deps: ReadDeps,
  passenger: ActorId,
  { bookingId }: Asked,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockOwn(tx, 'passenger', passenger, bookingId)
    const now = deps.clock.now()
    const state = stateOf(booking, now)
    if (state === 'aboard_said' || bookingStates[state].ticket === 'used') return booking
    allow(await caseOf(tx, booking, 'passenger', now))
    const runAt = aboardPostsAt({ aboardSaidAt: now })
    assert(runAt, 'said just now')
    const details = { postsAt: runAt.toISOString() }
    const change = { id: bookingId, saidAt: now, actorId: passenger.userId, now, details }
    const said = await updateAboardSaid(tx, change)
    assert(said, 'a locked booking')
    await enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload: { bookingId }, runAt })
    return said
  })
}

/**
 * Undoes "Ya voy a bordo" before it is paid, so that every action is possible again. A repeat
 * changes nothing. Errors: `booking_not_found`, `aboard_not_undoable`.
 */
export function undoAboard(
  deps: ReadDeps,
  passenger: ActorId,
  { bookingId }: Asked,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockOwn(tx, 'passenger', passenger, bookingId)
    const now = deps.clock.now()
    if (stateOf(booking, now) === 'confirmed') return booking
    transition('undo_aboard', { booking, by: 'passenger', now })
    const change = { id: bookingId, saidAt: null, actorId: passenger.userId, now }
    const undone = await updateAboardSaid(tx, change)
    assert(undone, 'a locked booking')
    return undone
  })
}

/** Throws the refusal of the table; that of an early confirmation names the time. */
function allow(asked: Case & { facts: Facts }): void {
  try {
    transition('say_aboard', asked)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'aboard_too_early') throw error
    const from = aboardFrom(asked.booking, asked.facts)
    const message = `Podrás decirlo desde ${theTime(from.toISOString())}, cerca de tu salida.`
    throw new AppError('aboard_too_early', { message, details: { from: from.toISOString() } })
  }
}
