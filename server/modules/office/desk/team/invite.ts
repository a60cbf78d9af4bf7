import { emailKey } from '#contract/email-address.ts'
import { type TeamRole, takesTwo } from '#contract/team.ts'
import { INVITATION_DAYS } from '#contract/team-limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import {
  authorizeAct,
  countActiveAdmins,
  findUser,
  findUserIdByEmailKey,
  mailStranger,
} from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { isAdmin, lockTeamAs } from './require-admin.ts'
import { teamInvitation } from './team.messages.ts'
import {
  endInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  type NewInvitation,
  setSigned,
  setToken,
} from './team.queries.ts'

type Asked = { email: string; roles: readonly TeamRole[]; reason: string }

/**
 * Invites an address to take roles (docs/decisions/0040). Verification and support are mailed
 * immediately; finance and administration wait for another admin. The only admin can invite a
 * second one alone: the person who accepts is the second human. Errors: `forbidden` for oneself,
 * those of `authorizeAct`, `team_roles_held`, `team_invitation_exists`.
 */
export async function invite(deps: ActDeps, actor: ActorId, asked: Asked): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockTeamAs(tx, deps, actor.userId)
    const roles = await missingRoles(tx, actor, asked)
    const two = takesTwo(roles)
    const id = newId()
    const invited = await findUserIdByEmailKey(tx, emailKey(asked.email))
    const act = { actor: actor.userId, ...about(id, invited) }
    await authorizeAct(tx, deps, { ...act, signs: two ? 'first' : 'alone' })
    const byOnlyAdmin = roles.includes('admin') && (await countActiveAdmins(tx)) === 1
    const row = {
      id,
      email: asked.email,
      emailKey: emailKey(asked.email),
      roles,
      reason: asked.reason,
      proposedBy: actor.userId,
      proposedAt: now,
      byOnlyAdmin,
      expiresAt: addMs(now, INVITATION_DAYS * DAY_MS),
    }
    if (!(await insertInvitation(tx, row))) throw new AppError('team_invitation_exists')
    await record(tx, actor, row, { at: now, action: 'team.invited' })
    if (!two || byOnlyAdmin) await mailInvitation(tx, deps, row)
  })
}

const about = (id: string, invited: string | undefined) => {
  const subject = { kind: 'team_invitation', id }
  return { permission: 'staff.manage', affected: [invited], subject } as const
}

/** Returns the invited roles that the owner of the address does not have yet. */
async function missingRoles(tx: Tx, actor: ActorId, asked: Asked): Promise<TeamRole[]> {
  const userId = await findUserIdByEmailKey(tx, emailKey(asked.email))
  if (userId === actor.userId) throw new AppError('forbidden')
  const held: readonly string[] = userId ? (await findUser(tx, userId)).roles : []
  const missing = asked.roles.filter((role) => !held.includes(role))
  if (missing.length === 0) throw new AppError('team_roles_held')
  return missing
}

type Chosen = { invitationId: string }

/**
 * Signs and mails an invitation to finance or administration, as an admin who is another human. A
 * repeat changes nothing. Errors: `not_found`, `team_invitation_over` (also when the proposer is no
 * longer an admin), `team_invitation_own`, those of `authorizeAct`.
 */
export async function signInvitation(deps: ActDeps, actor: ActorId, { invitationId }: Chosen) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockTeamAs(tx, deps, actor.userId)
    const row = await requireInvitation(tx, invitationId)
    if (row.signedBy === actor.userId) return
    if (row.proposedBy === actor.userId) throw new AppError('team_invitation_own')
    const isOpen = row.outcome === null && row.expiresAt > now && row.signedBy === null
    if (!isOpen || !takesTwo(row.roles) || !(await isAdmin(tx, deps, row.proposedBy))) {
      throw new AppError('team_invitation_over')
    }
    const invited = await findUserIdByEmailKey(tx, row.emailKey)
    const act = { actor: actor.userId, earlier: [row.proposedBy], ...about(row.id, invited) }
    await authorizeAct(tx, deps, { ...act, signs: 'second' })
    await setSigned(tx, { id: row.id, by: actor.userId, now })
    await record(tx, actor, row, { at: now, action: 'team.signed' })
    await mailInvitation(tx, deps, row)
  })
}

/**
 * Closes an invitation that nobody has accepted; its link stops working. Every admin can close it.
 * A repeat changes nothing. Errors: `not_found`, `team_invitation_over` after the acceptance.
 */
export async function closeInvitation(deps: ActDeps, actor: ActorId, { invitationId }: Chosen) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockTeamAs(tx, deps, actor.userId)
    const row = await requireInvitation(tx, invitationId)
    if (row.outcome === 'closed') return
    if (row.outcome === 'accepted') throw new AppError('team_invitation_over')
    await endInvitation(tx, { id: row.id, outcome: 'closed', by: actor.userId, now })
    await record(tx, actor, row, { at: now, action: 'team.closed' })
  })
}

async function requireInvitation(tx: Tx, id: string): Promise<InvitationRow> {
  const row = await findInvitation(tx, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function record(
  tx: Tx,
  actor: ActorId,
  row: Pick<InvitationRow, 'id' | 'roles' | 'reason'>,
  { at, action }: { at: Date; action: string },
): Promise<void> {
  const subject = { kind: 'team_invitation', id: row.id }
  const reason = `${row.roles.join(', ')}: ${row.reason}`
  await recordStaffAction(tx, actor, { at, action, subject, reason })
}

/**
 * Mails the link that accepts an invitation, valid for seven days from now. An earlier link of the
 * invitation stops working; only the digest of the secret is stored.
 */
async function mailInvitation(
  tx: Tx,
  deps: TellDeps,
  { id, email, roles }: Pick<NewInvitation, 'id' | 'email' | 'roles'>,
): Promise<void> {
  const token = randomToken(32)
  const expiresAt = addMs(deps.clock.now(), INVITATION_DAYS * DAY_MS)
  await setToken(tx, { id, tokenHash: sha256(token), expiresAt })
  const path = `/invitacion-equipo?token=${token}`
  const data = { path, roles, days: INVITATION_DAYS }
  await mailStranger(tx, deps, teamInvitation, { address: email, data })
}
