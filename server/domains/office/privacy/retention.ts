import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { purgePersonalRows } from '#server/platform/room-data.queries.ts'

/** Job: deletes rows that are older than the registry allows, in tables without their own job. */
export async function purgeOldData(deps: Pick<Deps, 'db' | 'clock' | 'registry'>): Promise<void> {
  const now = deps.clock.now()
  for (const table of deps.registry.values()) {
    if (!('days' in table.keep)) continue
    const before = addMs(now, -table.keep.days * DAY_MS)
    await inTransaction(deps.db, (tx) => purgePersonalRows(tx, deps.registry, { table, before }))
  }
}
