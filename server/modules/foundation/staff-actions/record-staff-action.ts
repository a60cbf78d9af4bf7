import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { currentRequestId } from '#server/platform/http/request-id.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { insertStaffAction } from './staff-actions.queries.ts'

/**
 * Adds a line to the team's trail and to the audit trail of the subject. `reason`: text of the team
 * member; null if none is required. `details` go into the audit trail only.
 */
export async function recordStaffAction(
  tx: Tx,
  { userId: actorId }: ActorId,
  entry: {
    at: Date
    action: string
    subject: { kind: string; id: string }
    reason: string | null
    details?: Record<string, unknown>
  },
): Promise<void> {
  const { at, action, subject, reason, details } = entry
  const told = { at, actorId, action, subjectKind: subject.kind, subjectId: subject.id }
  await insertStaffAction(tx, { ...told, reason, requestId: currentRequestId() })
  await recordAudit(tx, { ...told, ...(details && { details }) })
}
