import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { asTaken } from './create-user.ts'
import { insertRole, lockUserRow, updateIdentityVerified } from './users.queries.ts'

/**
 * Locks the person's row until the transaction ends, so that decisions about one person are
 * serialised.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUserRow(tx, userId))) throw new AppError('not_found')
}

/**
 * Records that a verifier approved the person's identity document. From then on the document number
 * belongs to this account.
 * Errors: `identification_taken` (another account has proved the same number).
 */
export async function markIdentityVerified(
  tx: Tx,
  input: { userId: string; birthDate: string; verifierId: string; at: Date },
): Promise<void> {
  await updateIdentityVerified(tx, {
    id: input.userId,
    birthDate: input.birthDate,
    at: input.at,
  }).catch((error: unknown) => {
    throw asTaken(error)
  })
  await recordAudit(tx, {
    at: input.at,
    actorId: input.verifierId,
    action: 'user.identity_verified',
    subjectKind: 'user',
    subjectId: input.userId,
  })
}

/**
 * Adds the driver role to a person who meets all conditions to publish. Idempotent. Returns whether
 * the role is new.
 */
export async function makeDriver(
  tx: Tx,
  input: { userId: string; verifierId: string; at: Date },
): Promise<boolean> {
  const added = await insertRole(tx, { id: input.userId, role: 'driver' })
  if (!added) return false
  await recordAudit(tx, {
    at: input.at,
    actorId: input.verifierId,
    action: 'user.became_driver',
    subjectKind: 'user',
    subjectId: input.userId,
  })
  return true
}
