import type { Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { auditUser } from './audit-user.ts'
import { throwTaken } from './create-user.ts'
import { queueDriverPhoto } from './driver-photos.queries.ts'
import { insertRole, lockUserRows, updateIdentityVerified } from './users.queries.ts'

/** Locks the person's row until the transaction ends, to serialise decisions about them. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  if ((await lockUserRows(tx, [userId])) === 0) throw new AppError('not_found')
}

/**
 * Records that a verifier approved the identity document: the number belongs to this account.
 * Errors: `identification_taken` (another account has proved the same number).
 */
export async function markIdentityVerified(
  tx: Tx,
  input: { userId: string; birthDate: string; verifierId: string; at: Date },
): Promise<void> {
  const { userId, verifierId: actorId, at } = input
  await updateIdentityVerified(tx, input).catch(throwTaken)
  await auditUser(tx, userId, { at, actorId, action: 'user.identity_verified' })
}

/** Adds the driver role. Idempotent. Returns whether the role is new. */
export async function makeDriver(
  tx: Tx,
  { userId, verifierId: actorId, at }: { userId: string; verifierId: string; at: Date },
): Promise<boolean> {
  const added = await insertRole(tx, { id: userId, role: 'driver' })
  if (added) {
    await queueDriverPhoto(tx, { userId, at })
    await auditUser(tx, userId, { at, actorId, action: 'user.became_driver' })
  }
  return added
}
