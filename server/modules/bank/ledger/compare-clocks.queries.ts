import { type Db, run } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'

/** `isAnyDate`: money moves on any date, in tests and demonstrations. */
type Clocks = { database: Date; newestRecord: Date | null; isAnyDate: boolean }

/** Reads the time of the database and of the movement that was written last. */
export async function readClocks(db: Db): Promise<Clocks> {
  const row = await run.row<Clocks>(db)`
    select clock_timestamp() as database,
      (select created_at from ledger_transfers order by tx desc, id desc limit 1)
        as "newestRecord",
      exists (select from clock_limit where tolerance_seconds is null) as "isAnyDate"`
  assert(row, 'a query without a table has one row')
  return row
}
