import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

type Row = { id: string; name: string; payload: unknown }

/** Lists the next waiting jobs with an encrypted payload. */
export async function jobsAfter(db: Db, id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, name, payload from jobs
    where id > ${id} and payload ? 'sealed' order by id limit 500`.execute(db)
  return rows
}

export async function replacePayload(
  db: Db,
  row: { id: string; payload: unknown; anew: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set payload = ${JSON.stringify(row.anew)}::jsonb
    where id = ${row.id} and payload = ${JSON.stringify(row.payload)}::jsonb`.execute(db)
  return numAffectedRows === 1n
}
