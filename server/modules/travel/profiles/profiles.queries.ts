import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** Whether the person has published a trip or had a booking confirmed. */
export async function hasTakenPart(db: Reader, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from trips where driver_id = ${userId})
      or exists (
        select from bookings where passenger_id = ${userId} and confirmed_at is not null
      ) as found`.execute(db)
  return rows[0]?.found ?? false
}
