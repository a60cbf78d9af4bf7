import {
  completeTrips,
  findTripFacts,
  movedAnswerDue,
} from '#server/domains/travel/trips/trips.public.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueue, reschedule } from '#server/platform/jobs/queue.ts'
import { board, completeBoarded } from '../board/board-passenger.ts'
import { ADVANCE_JOB } from '../book/book-seat.ts'
import { ABOARD_UNDO_MS, BOARDING_CLOSES_MS, type Booking, DISPUTE_MS } from '../booking.ts'
import type { Case } from '../booking-conditions.ts'
import { nextDue } from '../booking-states.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import {
  findBooking,
  listBookingRows,
  listDueIds,
  lockBooking,
  moveBookings,
} from '../bookings.queries.ts'
import { closeNoShow, releaseBooking } from './settle-booking.ts'

type AdvanceDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Applies what is due on a booking: an unanswered request expires; 10 minutes after the passenger
 * confirmed boarding the fare is paid; 24 h after the drop-off an undisputed booking is paid and
 * completed; 24 h after an undisputed no-show the passenger is charged.
 * Returns whether the booking changed.
 */
export async function advanceBooking(deps: AdvanceDeps, bookingId: string): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    const due = booking && nextDue(booking)
    if (!booking || !due || due > now) return false
    return await advance(tx, booking, now)
  })
}

async function advance(tx: Tx, booking: Booking, now: Date): Promise<boolean> {
  const byTime: Case = { booking, by: 'time', now }
  if (may('expire', byTime)) {
    const to = statusAfter(transition('expire', byTime))
    return Boolean(await releaseBooking(tx, booking, { to, actorId: null, now }))
  }
  if (may('close_no_show', byTime)) {
    await closeNoShow(tx, booking, { actorId: null, now, details: { by: 'auto' } })
    return true
  }
  const trip = await findTripFacts(tx, booking.tripId)
  const tripCancelled = trip?.status === 'cancelled'
  const byDriver: Case = { booking, by: 'driver', now, tripCancelled }
  if (trip && may('cancel_trip', byDriver)) {
    const to = statusAfter(transition('cancel_trip', byDriver))
    return Boolean(await releaseBooking(tx, booking, { to, actorId: trip.driverId, now }))
  }
  const action = may('complete', { ...byTime, tripCancelled }) ? 'complete' : 'board'
  const step = transition(action, { ...byTime, tripCancelled })
  if (step.money === 'pay') {
    if (!(await board(tx, booking, { ...paidOn(booking), now }))) return false
  }
  if (action === 'complete') await completeBoarded(tx, booking, { actorId: null, now })
  return true
}

/** The party who confirmed the boarding; `auto` when nobody objected in time. */
function paidOn({ aboardSaidAt, passengerId }: Booking) {
  return aboardSaidAt
    ? ({ by: 'passenger', actorId: passengerId } as const)
    : ({ by: 'auto', actorId: null } as const)
}

/**
 * Moves the open bookings of a trip, and their jobs, to the new time of the trip. The caller has
 * locked the trip's seats. Returns the moved bookings.
 */
export async function moveWithTrip(
  tx: Tx,
  move: { bookingIds: readonly string[]; byMs: number; actorId: string; now: Date },
): Promise<Booking[]> {
  const bookings = await listBookingRows(tx, move.bookingIds)
  const before = new Map(bookings.map((booking) => [booking.id, nextDue(booking)]))
  const deadlines = bookings.map((b) => ({
    bookingId: b.id,
    expiresAt: movedAnswerDue(b, move.byMs, move.now),
  }))
  const moved = await moveBookings(tx, { ...move, deadlines })
  await reschedule(
    tx,
    ADVANCE_JOB,
    moved.flatMap((booking) => {
      const [from, to] = [before.get(booking.id), nextDue(booking)]
      return from && to ? [{ payload: { bookingId: booking.id }, from, to }] : []
    }),
  )
  return moved
}

/** Job of one booking: advances it if due, and enqueues itself for the next due time. */
export async function advanceOnTime(deps: AdvanceDeps, bookingId: string): Promise<void> {
  await advanceBooking(deps, bookingId)
  const booking = await findBooking(deps.db, bookingId)
  const runAt = booking && nextDue(booking)
  if (!runAt || runAt <= deps.clock.now()) return
  await inTransaction(deps.db, (tx) =>
    enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload: { bookingId }, runAt }),
  )
}

const BATCH = 200

/** Recurring job that advances bookings whose own job was lost, and completes trips. */
export async function advanceDue(deps: AdvanceDeps & Pick<Deps, 'log'>): Promise<number> {
  const now = deps.clock.now()
  const droppedOffBefore = addMs(now, -BOARDING_CLOSES_MS)
  const claimedBefore = addMs(now, -DISPUTE_MS)
  const saidBefore = addMs(now, -ABOARD_UNDO_MS)
  const due = { now, droppedOffBefore, saidBefore, claimedBefore, limit: BATCH }
  const ids = await listDueIds(deps.db, due)
  let advanced = 0
  for (const id of ids) {
    try {
      if (await advanceBooking(deps, id)) advanced += 1
    } catch (error) {
      deps.log.error({ bookingId: id, err: error }, 'booking does not advance')
    }
  }
  await inTransaction(deps.db, (tx) => completeTrips(tx, now))
  return advanced
}
