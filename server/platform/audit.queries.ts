import { sql } from 'kysely'
import type { Tx } from './db/tx.ts'
import { newId } from './ids.ts'

/** Adds a line to the audit trail, in the transaction of the action that it records. */
export async function recordAudit(
  tx: Tx,
  entry: {
    at: Date
    actorId: string | null
    action: string
    subjectKind: string
    subjectId: string
    details?: Record<string, unknown>
  },
) {
  await sql`
    insert into audit_entries (id, at, actor_id, action, subject_kind, subject_id, details)
    values (${newId()}, ${entry.at}, ${entry.actorId}, ${entry.action}, ${entry.subjectKind},
            ${entry.subjectId}, ${JSON.stringify(entry.details ?? {})})`.execute(tx)
}
