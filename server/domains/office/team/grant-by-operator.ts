import {
  addTeamRoles,
  countActiveAdmins,
  emailKey,
  findUserIdByEmailKey,
  lockUser,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { teamRolesChanged } from './team.messages.ts'
import { lockTeam } from './team.queries.ts'

/**
 * Makes a person the first admin, by an operator. Refused, with an alarm, while an admin can act:
 * later admins are invited. `no_account`: no account has proved that address.
 */
export async function grantAdminByOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>,
  { email }: { email: string },
): Promise<'granted' | 'admin_exists' | 'no_account'> {
  const at = deps.clock.now()
  const outcome = await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx)
    if ((await countActiveAdmins(tx)) > 0) return 'admin_exists'
    const userId = await findUserIdByEmailKey(tx, emailKey(email))
    if (!userId) return 'no_account'
    await lockUser(tx, userId)
    await addTeamRoles(tx, { userId, roles: ['admin'] })
    const entry = { at, actorId: null, action: 'team.admin_granted_by_operator' }
    await recordAudit(tx, { ...entry, subjectKind: 'user', subjectId: userId })
    const data = { what: 'given', roles: ['admin'], at: at.toISOString() } as const
    await tellUser(tx, deps, teamRolesChanged, { userId, data })
    return 'granted'
  })
  if (outcome === 'admin_exists') {
    deps.log.error('somebody tried to make an admin from the server, although one is active')
  }
  return outcome
}
