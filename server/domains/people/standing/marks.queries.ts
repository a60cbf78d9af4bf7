import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'

/** What a driver did to a passenger that everybody may know. */
export type MarkKind = 'late' | 'cancelled' | 'unfounded_no_show' | 'moved' | 'did_not_come'

/** Notes it once per cause (a booking, or a trip as a whole), in the transaction of the cause. */
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

/** How many of each kind a driver got since an instant; none is absent. */
export async function countMarks(
  db: Reader,
  driverId: string,
  since: Date,
): Promise<Map<MarkKind, number>> {
  const { rows } = await sql<{ kind: MarkKind; found: number }>`
    select kind, count(*) as found from driver_marks
    where driver_id = ${driverId} and created_at >= ${since}
    group by kind`.execute(db)
  return new Map(rows.map(({ kind, found }) => [kind, found]))
}
