import { TeamRole } from '#contract/team.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listPeopleWithRoles } from './second-factor.queries.ts'

export async function listTeam(deps: Pick<Deps, 'db'>, actor: ActorId) {
  const rows = await listPeopleWithRoles(deps.db, TeamRole.options)
  return rows.map((row) => ({
    ...row,
    roles: TeamRole.options.filter((role) => row.roles.includes(role)),
    canReset: row.id !== actor.userId && (row.totp || row.passkeys > 0),
  }))
}
