// Boarding in one call: migrations, `check_in`. What it locks and answers is said there.
import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { bookingColumns } from './bookings.queries.ts'
import type { Take } from './settle-booking.ts'

export type CheckInCall = {
  /** As it was read and found good. */
  booking: Booking
  by: string
  actorId: string | null
  take: Take | null
  /** When the passenger boarded, and when that is written. */
  at: Date
  now: Date
}

/** Runs `check_in`. Undefined, and nothing happens, when the booking or its ticket has changed. */
export async function callCheckIn(db: Reader, call: CheckInCall): Promise<Booking | undefined> {
  const { booking, by, actorId, take, at, now } = call
  const { rows } = await sql<Booking>`
    with made as materialized (
      select * from check_in(${booking.id}, ${booking.generation}, ${by}, ${actorId}, ${newId()},
        ${take && JSON.stringify(take)}::jsonb, ${at}, ${now}))
    select ${bookingColumns} from made as b`.execute(db)
  return rows[0]
}
