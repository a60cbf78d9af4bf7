import { sql } from 'kysely'
import type { Db } from './db/tx.ts'

/** Returns the time of the database, which several processes share. */
export async function findDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(Number.NaN)
}
