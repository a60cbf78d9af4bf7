import { sql } from 'kysely'
import type { TeamRole } from '#contract/team.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'

type Change = { userId: string; roles: readonly TeamRole[] }

/** Adds team roles to a person; existing roles are not duplicated. */
export async function addTeamRoles(tx: Tx, { userId, roles }: Change) {
  await sql`
    update users set roles = roles || array(
      select role from unnest(${[...roles]}::text[]) role where role <> all (roles))
    where id = ${userId}`.execute(tx)
}

export async function removeTeamRoles(tx: Tx, { userId, roles }: Change) {
  await sql`
    update users set roles = array(
      select role from unnest(roles) role where role <> all (${[...roles]}::text[]))
    where id = ${userId}`.execute(tx)
}

/** Number of admins whose account is neither closed nor expelled. */
export function countActiveAdmins(tx: Tx) {
  return run.value<{ admins: number }>(tx, 0)`
    select count(*)::int as admins from users u
    where u.roles @> array['admin'] and not exists (
      select from user_standing c where c.user_id = u.id and c.expelled)`
}

export type StaffRow = { id: string; roles: Role[]; phoneProved: boolean }

/** People with one of these roles whose account is neither closed nor expelled, ordered by id. */
export function listStaff(reader: Reader, roles: readonly string[]) {
  return run.rows<StaffRow>(reader)`
    select u.id, u.roles, u.phone_proved_at is not null as "phoneProved" from users u
    where u.roles && ${[...roles]}::text[] and not exists (
      select from user_standing c where c.user_id = u.id and c.expelled)
    order by u.id`
}
