import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { authorizeAct, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { forgetSecondFactorOf } from '../auth/auth.queries.ts'
import { secondFactorChanged } from './second-factor.messages.ts'
import { deletePasskeysOf, deleteRecoveryCodes, deleteTotp } from './second-factor.queries.ts'

async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await deleteTotp(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await forgetSecondFactorOf(tx, userId)
}

/**
 * Deletes the factors of a team member who lost them all; only another admin can do it, with a
 * reason. The member is notified and enrols again. Errors: `not_found`, those of
 * `authorizeAct`.
 */
export async function resetSecondFactor(
  deps: ActDeps,
  actor: ActorId,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  if (userId === actor.userId) throw new AppError('forbidden')
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    await lockUser(tx, userId)
    const subject = { kind: 'user', id: userId }
    const act = { actor: actor.userId, permission: 'staff.manage', signs: 'alone' } as const
    await authorizeAct(tx, deps, { ...act, affected: [userId], subject })
    await forgetFactors(tx, userId)
    await recordStaffAction(tx, actor, { at, action: 'second_factor.reset', subject, reason })
    const data = { what: 'reset', at: at.toISOString() } as const
    await tellUser(tx, deps, secondFactorChanged, { userId, data })
  })
}
