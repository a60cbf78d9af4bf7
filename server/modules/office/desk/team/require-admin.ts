import { mayAct } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockTeam } from './team.queries.ts'

type Timed = Pick<Deps, 'clock'>

/** Whether a user can manage the team now: with the role, and not suspended, paused or closed. */
export function isAdmin(tx: Tx, deps: Timed, userId: string): Promise<boolean> {
  return mayAct(tx, deps, userId, 'staff.manage')
}

/**
 * Serialises changes of the team, and reads the actor's roles again after the lock: when two admins
 * remove each other in parallel, one remains. Errors: `forbidden`.
 */
export async function lockTeamAs(tx: Tx, deps: Timed, userId: string): Promise<void> {
  await lockTeam(tx)
  if (!(await isAdmin(tx, deps, userId))) throw new AppError('forbidden')
}
