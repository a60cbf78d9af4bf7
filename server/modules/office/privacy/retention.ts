import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { purgePersonalRows } from '#server/platform/module-data.queries.ts'

/**
 * Job: deletes rows that are older than the registry allows. A table whose rows cannot be deleted
 * holds up no other; the job then fails at its end.
 */
export async function purgeOldData(deps: Pick<Deps, 'db' | 'clock' | 'registry'>): Promise<void> {
  const now = deps.clock.now()
  const failures: unknown[] = []
  for (const table of deps.registry.values()) {
    if (!('days' in table.keep)) continue
    const before = addMs(now, -table.keep.days * DAY_MS)
    const purge = (tx: Tx) => purgePersonalRows(tx, deps.registry, { table, before })
    await inTransaction(deps.db, purge).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some old rows were not deleted')
}
