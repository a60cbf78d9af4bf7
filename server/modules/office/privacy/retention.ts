import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { purgePersonalRows } from '#server/platform/module-data.queries.ts'
import type { OwnedTable } from '#server/platform/module-data.ts'

/**
 * Job: deletes rows that are older than the registry allows. A table whose rows cannot be deleted
 * holds up no other; the job then fails at its end.
 */
export async function purgeOldData(deps: Pick<Deps, 'db' | 'clock' | 'registry'>): Promise<void> {
  const now = deps.clock.now()
  const purge = async (table: OwnedTable) => {
    if (!('days' in table.keep)) return
    const before = addMs(now, -table.keep.days * DAY_MS)
    await inTransaction(deps.db, (tx) => purgePersonalRows(tx, deps.registry, { table, before }))
  }
  await eachRowOrFail(deps.registry.values(), purge, 'some old rows were not deleted')
}
