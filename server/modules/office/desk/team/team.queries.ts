import { sql } from 'kysely'
import type { TeamRole } from '#contract/team.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type InvitationRow = {
  id: string
  email: string
  emailKey: string
  roles: TeamRole[]
  reason: string
  proposedBy: string
  proposedAt: Date
  byOnlyAdmin: boolean
  signedBy: string | null
  isMailed: boolean
  expiresAt: Date
  outcome: 'accepted' | 'closed' | null
}

const columns = sql`
  id, email, email_key as "emailKey", roles, reason, proposed_by as "proposedBy",
  proposed_at as "proposedAt", by_only_admin as "byOnlyAdmin", signed_by as "signedBy",
  token_hash is not null as "isMailed", expires_at as "expiresAt", outcome`

/** Serialises changes of the team, so that a counted number of admins stays true. */
export async function lockTeam(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('team'), 0)`.execute(tx)
}

/** Lists invitations that are neither accepted, closed nor expired, the oldest first. */
export function listOpenInvitations(reader: Reader, now: Date) {
  return run.rows<InvitationRow>(reader)`
    select ${columns} from team_invitations
    where outcome is null and expires_at > ${now}
    order by proposed_at, id limit 500`
}

export function findInvitation(tx: Tx, id: string) {
  return run.row<InvitationRow>(tx)`
    select ${columns} from team_invitations where id = ${id} for update`
}

/** Finds and locks the open invitation of a mailed secret. */
export function lockByToken(tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return run.row<InvitationRow>(tx)`
    select ${columns} from team_invitations
    where token_hash = ${tokenHash} and outcome is null and expires_at > ${now}
    for update`
}

export type NewInvitation = Omit<InvitationRow, 'signedBy' | 'isMailed' | 'outcome'>

/** Inserts an invitation and deletes expired ones to the address; false when an open one exists. */
export async function insertInvitation(tx: Tx, row: NewInvitation): Promise<boolean> {
  await sql`
    delete from team_invitations
    where email_key = ${row.emailKey} and outcome is null and expires_at <= ${row.proposedAt}
    `.execute(tx)
  return run.changedOne(tx)`
    insert into team_invitations (id, email, email_key, roles, reason, proposed_by, proposed_at,
      by_only_admin, expires_at)
    values (${row.id}, ${row.email}, ${row.emailKey}, ${[...row.roles]}, ${row.reason},
      ${row.proposedBy}, ${row.proposedAt}, ${row.byOnlyAdmin}, ${row.expiresAt})
    on conflict (email_key) where outcome is null do nothing`
}

export async function setToken(tx: Tx, link: { id: string; tokenHash: Buffer; expiresAt: Date }) {
  await sql`
    update team_invitations set token_hash = ${link.tokenHash}, expires_at = ${link.expiresAt}
    where id = ${link.id}`.execute(tx)
}

export async function setSigned(tx: Tx, signature: { id: string; by: string; now: Date }) {
  await sql`
    update team_invitations set signed_by = ${signature.by}, signed_at = ${signature.now}
    where id = ${signature.id}`.execute(tx)
}

/** Ends an open invitation; answers false when it ended before. */
export function endInvitation(
  tx: Tx,
  end: { id: string; outcome: 'accepted' | 'closed'; by: string; now: Date },
) {
  return run.changedOne(tx)`
    update team_invitations
    set outcome = ${end.outcome}, closed_by = ${end.by}, closed_at = ${end.now}
    where id = ${end.id} and outcome is null`
}

/** Closes open invitations that a person proposed, signed or received. */
export async function closeInvitationsOf(
  tx: Tx,
  person: { userId: string; emailKey: string; by: string; now: Date },
) {
  await sql`
    update team_invitations
    set outcome = 'closed', closed_by = ${person.by}, closed_at = ${person.now}
    where outcome is null
      and (proposed_by = ${person.userId} or signed_by = ${person.userId}
        or email_key = ${person.emailKey})`.execute(tx)
}
