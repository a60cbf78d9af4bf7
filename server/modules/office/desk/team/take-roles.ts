import { emailKey } from '#contract/email-address.ts'
import type { TeamRole } from '#contract/team.ts'
import { leaveWithRole } from '#server/modules/community/safety/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { closeSessionsOf } from '#server/modules/people/access/index.ts'
import {
  findUser,
  lockUser,
  removeTeamRoles,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { lockTeamAs } from './require-admin.ts'
import { teamRolesChanged } from './team.messages.ts'
import { closeInvitationsOf } from './team.queries.ts'

/**
 * Removes roles of a team member: one admin is enough to reduce power, and remains one. Ends the
 * person's sessions and shifts, and closes open invitations that they proposed, signed or received.
 * A repeat changes nothing. Errors: `forbidden` for oneself, `not_found`.
 */
export async function takeRoles(
  deps: ActDeps,
  actor: ActorId,
  asked: { userId: string; roles: readonly TeamRole[]; reason: string },
): Promise<void> {
  const { userId, reason } = asked
  if (userId === actor.userId) throw new AppError('forbidden')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockTeamAs(tx, deps, actor.userId)
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    const held: readonly string[] = user.roles
    const roles = asked.roles.filter((role) => held.includes(role))
    if (roles.length === 0) return
    await removeTeamRoles(tx, { userId, roles })
    await leaveWithRole(tx, deps, userId)
    const person = { userId, emailKey: emailKey(user.email) }
    await closeInvitationsOf(tx, { ...person, by: actor.userId, now })
    await closeSessionsOf(tx, { userId, except: null, reason: 'team', now })
    const subject = { kind: 'user', id: userId }
    const details = { roles }
    const action = 'team.roles_taken'
    await recordStaffAction(tx, actor, { at: now, action, subject, reason, details })
    const data = { what: 'taken', roles, at: now.toISOString() } as const
    await tellUser(tx, deps, teamRolesChanged, { userId, data })
  })
}
