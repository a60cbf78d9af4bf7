import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'

type Entry = {
  at: Date
  action: string
  actorId?: string | null
  details?: Record<string, unknown>
}

/** Adds a line about a person to the audit trail; `actorId` if somebody else acted. */
export async function auditUser(tx: Tx, userId: string, entry: Entry): Promise<void> {
  await recordAudit(tx, { actorId: userId, ...entry, subjectKind: 'user', subjectId: userId })
}
