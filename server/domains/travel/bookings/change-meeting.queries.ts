import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { bookingColumns, oneBooking } from './bookings.queries.ts'

type MeetingChange = {
  bookingId: string
  fromPointId: string | null
  toPointId: string | null
  userId: string
  now: Date
}

/** Updates the meeting points of a booking and writes an event with the person who did it. */
export function updateMeeting(tx: Tx, change: MeetingChange): Promise<Booking | undefined> {
  const { fromPointId, toPointId } = change
  return oneBooking(
    tx,
    sql<Booking>`
    with b as (
      update bookings set from_point_id = ${fromPointId}, to_point_id = ${toPointId}
      where id = ${change.bookingId}
      returning *
    ), noted as (
      insert into booking_events (id, booking_id, at, actor_id, event, details)
      select ${newId()}::uuid, id, ${change.now}::timestamptz, ${change.userId}::uuid,
        'meeting_changed', ${JSON.stringify({ fromPointId, toPointId })}::jsonb
      from b
    )
    select ${bookingColumns} from b`,
  )
}
