import type { TeamRole } from '#contract/team.ts'

export const roleWords: Record<TeamRole, string> = {
  verifier: 'Verificación',
  support: 'Soporte',
  finance: 'Finanzas',
  admin: 'Administración',
}

/** Names of roles in Spanish, separated by commas. */
export function rolesText(roles: readonly TeamRole[]): string {
  return roles.map((role) => roleWords[role]).join(', ')
}
