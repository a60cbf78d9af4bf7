import type { Overlap } from '#contract/trips.ts'
import { movedAnswerDue, nameCrossing } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { reschedule } from '#server/platform/jobs/queue.ts'
import type { Booking } from '../booking.ts'
import { ADVANCE_JOB, nextDue } from '../booking-states.ts'
import { listBookingRows } from '../bookings.queries.ts'
import { listCrossings, moveBookings } from './change-booking.queries.ts'

/** Job of a higher layer that returns what a list bought if its person could not be told. */
export const UNTOLD_JOB = 'alerts.release-untold'

/** When that job runs: 2 h before the pick-up. */
export const untoldAt = ({ picksUpAt }: Pick<Booking, 'picksUpAt'>): Date =>
  addMs(picksUpAt, -2 * HOUR_MS)

/** A moved booking, and what it overlaps now: another booking of the passenger, or an own trip. */
export type Moved = { booking: Booking; crossing: Overlap | null }

/**
 * Moves the open bookings of a trip, and their jobs, to the new time of the trip. The caller has
 * locked the passengers, in the order of ids, and then the trip's seats: of two drivers who move
 * onto each other the second sees the first.
 */
export async function moveWithTrip(
  tx: Tx,
  move: { bookingIds: readonly string[]; byMs: number; actorId: string; now: Date },
): Promise<Moved[]> {
  const bookings = await listBookingRows(tx, move.bookingIds)
  const stood = new Map(bookings.map((booking) => [booking.id, booking]))
  const deadlines = bookings.map((b) => ({
    bookingId: b.id,
    expiresAt: movedAnswerDue(b, move.byMs, move.now),
  }))
  const moved = await moveBookings(tx, { ...move, deadlines })
  for (const [job, dueOf] of [
    [ADVANCE_JOB, nextDue],
    [UNTOLD_JOB, untoldAt],
  ] as const) {
    await reschedule(
      tx,
      job,
      moved.flatMap((booking) => {
        const old = stood.get(booking.id)
        const [from, to] = [old && dueOf(old), dueOf(booking)]
        return from && to ? [{ payload: { bookingId: booking.id }, from, to }] : []
      }),
    )
  }
  const crossings = await listCrossings(tx, move.bookingIds)
  const named: Moved[] = []
  for (const booking of moved) {
    const crossing = crossings.get(booking.id)
    named.push({ booking, crossing: crossing ? await nameCrossing(tx, crossing) : null })
  }
  return named
}
