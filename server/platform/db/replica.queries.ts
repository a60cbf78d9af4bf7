import { sql } from 'kysely'
import type { Db } from './tx.ts'

/** Writes the newest beat of a process; `at` is only for cleaning up and for people who look. */
export async function writeBeat(
  db: Db,
  input: { processId: string; beat: number; at: Date },
): Promise<void> {
  await sql`
    insert into replica_beats (process_id, beat, beat_at)
    values (${input.processId}, ${input.beat}, ${input.at})
    on conflict (process_id) do update set beat = excluded.beat, beat_at = excluded.beat_at
  `.execute(db)
}

/** The newest beat of a process that this server has; undefined when it has none. */
export async function readBeat(db: Db, processId: string): Promise<number | undefined> {
  const { rows } = await sql<{ beat: number }>`
    select beat from replica_beats where process_id = ${processId}`.execute(db)
  return rows[0]?.beat
}

/** Removes the rows of processes that have ended. */
export async function purgeBeats(db: Db, before: Date): Promise<void> {
  await sql`delete from replica_beats where beat_at < ${before}`.execute(db)
}
