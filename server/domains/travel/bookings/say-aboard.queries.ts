import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { bookingColumns, oneBooking } from './bookings.queries.ts'

type AboardChange = {
  id: string
  /** Time when the passenger confirmed boarding; null when it is undone. */
  saidAt: Date | null
  /** Person named in the event. */
  actorId: string
  now: Date
  details: Record<string, string>
}

/**
 * Records or undoes the passenger's boarding confirmation, with an event. The caller has locked the
 * row, which is confirmed.
 */
export function updateAboardSaid(tx: Tx, change: AboardChange): Promise<Booking | undefined> {
  const event = change.saidAt ? 'aboard_said' : 'aboard_undone'
  return oneBooking(
    tx,
    sql<Booking>`
    with b as (
      update bookings set aboard_said_at = ${change.saidAt}::timestamptz
      where id = ${change.id} and status = 'confirmed'
      returning *
    ), noted as (
      insert into booking_events (id, booking_id, at, actor_id, event, details)
      select ${newId()}::uuid, id, ${change.now}::timestamptz, ${change.actorId}::uuid, ${event},
        ${JSON.stringify(change.details)}::jsonb
      from b
    )
    select ${bookingColumns} from b`,
  )
}
