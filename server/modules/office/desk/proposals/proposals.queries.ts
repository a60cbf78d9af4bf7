import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

export async function insertLapse(
  tx: Tx,
  lapse: { kind: string; subjectId: string; signerId: string; why: 'time' | 'authority'; at: Date },
) {
  await sql`
    insert into signature_lapses (id, kind, subject_id, signer_id, why, at)
    values (${newId()}, ${lapse.kind}, ${lapse.subjectId}, ${lapse.signerId}, ${lapse.why},
      ${lapse.at})`.execute(tx)
}
