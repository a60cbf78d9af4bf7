import { emailKey } from '#contract/email-address.ts'
import { type TeamRole, takesTwo } from '#contract/team.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import {
  addTeamRoles,
  authorizeAct,
  countActiveAdmins,
  findUser,
  lockUser,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isAdmin } from './require-admin.ts'
import { teamRolesChanged } from './team.messages.ts'
import { endInvitation, type InvitationRow, lockByToken, lockTeam } from './team.queries.ts'

/**
 * Accepts a mailed invitation and its roles, in the account that proved the invited address; the
 * link works once. Finance and administration require a verified identity of another human than the
 * signers, whose authority still counts. Errors: `link_invalid`, `team_invitation_other`,
 * `team_invitation_waits`, `team_identity_unverified`, those of `authorizeAct`.
 */
export async function acceptInvitation(
  deps: ActDeps,
  { userId }: ActorId,
  { token }: { token: string },
): Promise<{ roles: TeamRole[] }> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx)
    await lockUser(tx, userId)
    const row = await lockByToken(tx, { tokenHash: sha256(token), now })
    if (!row || !(await isAdmin(tx, deps, row.proposedBy))) throw new AppError('link_invalid')
    await assertInvited(tx, userId, row)
    if (takesTwo(row.roles)) await assertSigned(tx, deps, { userId, row })
    await addTeamRoles(tx, { userId, roles: row.roles })
    await endInvitation(tx, { id: row.id, outcome: 'accepted', by: userId, now })
    const subject = { kind: 'team_invitation', id: row.id }
    const reason = row.roles.join(', ')
    await recordStaffAction(tx, { userId }, { at: now, action: 'team.accepted', subject, reason })
    const data = { what: 'given', roles: row.roles, at: now.toISOString() } as const
    await tellUser(tx, deps, teamRolesChanged, { userId, data })
    return { roles: row.roles }
  })
}

async function assertInvited(tx: Tx, userId: string, row: InvitationRow): Promise<void> {
  const { email, email_confirmed_at } = await findUser(tx, userId)
  if (email_confirmed_at === null || emailKey(email) !== row.emailKey) {
    throw new AppError('team_invitation_other')
  }
}

/** Requires the signatures, and that the accepting person is another human than each signer. */
async function assertSigned(
  tx: Tx,
  deps: ActDeps,
  { userId, row }: { userId: string; row: InvitationRow },
): Promise<void> {
  // One signature is enough only while there is one admin: of two invitations by the only admin,
  // only the first works without a second signature.
  const isEnough = row.signedBy !== null || (row.byOnlyAdmin && (await countActiveAdmins(tx)) === 1)
  if (!isEnough) throw new AppError('team_invitation_waits')
  const { identity_verified_at } = await findUser(tx, userId)
  if (identity_verified_at === null) throw new AppError('team_identity_unverified')
  const subject = { kind: 'team_invitation', id: row.id }
  const about = { permission: 'staff.manage', subject } as const
  if (row.signedBy === null) {
    // The acceptance is the second signature of an invitation by the only admin.
    const act = { actor: userId, isNewcomer: true, earlier: [row.proposedBy], affected: [] }
    return await authorizeAct(tx, deps, { ...about, ...act, signs: 'second' })
  }
  const act = { actor: row.signedBy, earlier: [row.proposedBy], affected: [userId] }
  await authorizeAct(tx, deps, { ...about, ...act, signs: 'second' })
}
