import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'

type Entry = { at: Date; action: string; actorId: string | null; details?: Record<string, unknown> }

/** Adds a line about a session to the audit trail; `actorId` is null if the server acted. */
export async function auditSession(tx: Tx, sessionId: string, entry: Entry): Promise<void> {
  await recordAudit(tx, { ...entry, subjectKind: 'session', subjectId: sessionId })
}
