import { mayDo } from '#contract/permissions.ts'
import { findUser } from '#server/domains/people/users/users.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockTeam } from './team.queries.ts'

/** Whether somebody may manage the team in this moment. */
export async function isAdmin(tx: Tx, userId: string): Promise<boolean> {
  const { roles } = await findUser(tx, userId)
  return mayDo(roles, 'staff.manage')
}

/**
 * Serialises changes of the team, and reads the caller's roles again behind the lock: of two
 * admins who remove each other in parallel one stays. Errors: `forbidden`.
 */
export async function lockTeamAs(tx: Tx, userId: string): Promise<void> {
  await lockTeam(tx)
  if (!(await isAdmin(tx, userId))) throw new AppError('forbidden')
}
