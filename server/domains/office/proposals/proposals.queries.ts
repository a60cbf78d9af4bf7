import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

export async function insertLapse(
  tx: Tx,
  lapse: {
    kind: string
    subjectId: string
    signerId: string
    why: 'time' | 'authority'
    at: Date
  },
): Promise<void> {
  await sql`
    insert into signature_lapses (id, kind, subject_id, signer_id, why, at)
    values (${newId()}, ${lapse.kind}, ${lapse.subjectId}, ${lapse.signerId}, ${lapse.why},
      ${lapse.at})`.execute(tx)
}

/** Whether the demonstration wrote a row: no alarm is raised about it. */
export async function isDemoCase(reader: Reader, id: string): Promise<boolean> {
  const { rows } = await sql<{ isDemo: boolean | null }>`
    select is_demo_case(${id}) as "isDemo"`.execute(reader)
  return rows[0]?.isDemo ?? false
}

export async function deleteLapsesBefore(reader: Reader, before: Date): Promise<void> {
  await sql`delete from signature_lapses where at < ${before}`.execute(reader)
}
