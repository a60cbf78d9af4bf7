import type { z } from 'zod'
import type { secondFactor } from '#contract/second-factor.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { peopleWithRoles } from './second-factor.queries.ts'

const TEAM_ROLES = ['verifier', 'support', 'finance', 'admin'] as const

/** Everybody who works for Cupo, with the factors that protect their access. */
export async function listTeam(
  deps: Pick<Deps, 'db'>,
  actor: ActorId,
): Promise<z.input<typeof secondFactor.team.ok>> {
  const rows = await peopleWithRoles(deps.db, TEAM_ROLES)
  return {
    people: rows.map((row) => ({
      ...row,
      roles: TEAM_ROLES.filter((role) => row.roles.includes(role)),
      canReset: row.id !== actor.userId && (row.totp || row.passkeys > 0),
    })),
  }
}
