import { movedAnswerDue } from '#server/modules/travel/trips/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { reschedule } from '#server/platform/jobs/queue.ts'
import type { Booking } from '../booking.ts'
import { ADVANCE_JOB, nextDue } from '../booking-states.ts'
import { listBookingRows } from '../bookings.queries.ts'
import { moveBookings } from './change-booking.queries.ts'

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
