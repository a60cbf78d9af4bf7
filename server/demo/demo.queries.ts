import { sql } from 'kysely'
import type { Db } from '#server/platform/db/tx.ts'

/** Departure of the last trip that any of these people published. */
export async function lastDeparture(db: Db, driverIds: string[]): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(departs_at) as last from trips where driver_id = any(${driverIds}::uuid[])
    `.execute(db)
  return rows[0]?.last ?? null
}
