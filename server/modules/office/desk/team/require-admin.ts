import { mayDo } from '#contract/permissions.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockTeam } from './team.queries.ts'

/** Whether a user can manage the team now. */
export async function isAdmin(tx: Tx, userId: string): Promise<boolean> {
  const { roles } = await findUser(tx, userId)
  return mayDo(roles, 'staff.manage')
}

/**
 * Serialises changes of the team, and reads the actor's roles again after the lock: when two admins
 * remove each other in parallel, one remains. Errors: `forbidden`.
 */
export async function lockTeamAs(tx: Tx, userId: string): Promise<void> {
  await lockTeam(tx)
  if (!(await isAdmin(tx, userId))) throw new AppError('forbidden')
}
