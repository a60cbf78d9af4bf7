import { type Db, run } from './db/tx.ts'

/** Returns the time of the database, which several processes share. */
export async function findDatabaseTime(db: Db): Promise<Date> {
  return run.value<{ now: Date }>(db, new Date(Number.NaN))`select clock_timestamp() as now`
}
