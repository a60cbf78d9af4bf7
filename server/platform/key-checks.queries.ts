import { sql } from 'kysely'
import { type Reader, run, type Tx } from './db/tx.ts'

export type KeyCheckRow = { name: string; proof: Buffer }

export function listKeyChecks(reader: Reader) {
  return run.rows<KeyCheckRow>(reader)`select name, proof from key_checks`
}

/** Writes checks; those that exist are only replaced with `replace`. */
export async function writeKeyChecks(
  db: Reader | Tx,
  { checks, replace, now }: { checks: KeyCheckRow[]; replace: boolean; now: Date },
) {
  await sql`
    insert into key_checks as k (name, proof, written_at)
    select *, ${now}::timestamptz from unnest(${checks.map(({ name }) => name)}::text[],
      ${checks.map(({ proof }) => proof)}::bytea[])
    on conflict (name) do update set proof = excluded.proof, written_at = excluded.written_at
      where ${replace}`.execute(db)
}
