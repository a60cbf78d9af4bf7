import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { asTaken } from './create-user.ts'
import { insertRole, lockUserRow, updateIdentityVerified } from './users.queries.ts'

/** Serialises what is decided about one person until the end of the transaction. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUserRow(tx, userId))) throw new AppError('not_found')
}

/**
 * Records that a verifier saw the person's identity document. From then on the number is theirs.
 * Errors: `identification_taken` (somebody else has proved the same one).
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
 * Gives the driver's role to a person who has everything to publish. Idempotent. Answers whether
 * they did not have it.
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
