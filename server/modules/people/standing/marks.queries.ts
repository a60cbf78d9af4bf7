import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'

/** Public incidents of a driver that affected a passenger. */
export type MarkKind = 'late' | 'cancelled' | 'unfounded_no_show' | 'moved' | 'did_not_come'

/** Records a mark once per cause (a booking or a whole trip), in the transaction of the cause. */
export async function markDriver(
  tx: Tx,
  mark: { driverId: string; kind: MarkKind; causeId: string; now: Date },
): Promise<void> {
  const id = derivedId('marks', mark.kind, mark.causeId)
  await sql`
    insert into driver_marks (id, driver_id, kind, cause_id, created_at)
    values (${id}, ${mark.driverId}, ${mark.kind}, ${mark.causeId}, ${mark.now})
    on conflict do nothing`.execute(tx)
}

/** Number of marks per kind since an instant; kinds without marks are absent. */
export async function countMarks(
  db: Reader,
  driverId: string,
  since: Date,
): Promise<Map<MarkKind, number>> {
  const rows = await run.rows<{ kind: MarkKind; found: number }>(db)`
    select kind, count(*) as found from driver_marks
    where driver_id = ${driverId} and created_at >= ${since}
    group by kind`
  return new Map(rows.map(({ kind, found }) => [kind, found]))
}
