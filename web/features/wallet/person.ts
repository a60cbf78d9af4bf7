import type { User } from '#contract/auth.ts'

const identificationNames = {
  CC: 'Cédula de Ciudadanía',
  CE: 'Cédula de Extranjería',
  PAS: 'Pasaporte',
} as const

/** Full name, else username, else the e-mail. */
export function displayName({ profile, username, email }: User): string {
  return profile.full_name || username || email
}

/** Document type and number, `Cédula de Ciudadanía 1.032…`, as the person wrote it. */
export function identificationText({ profile }: User): string {
  const { identification_type: type, identification_number: number } = profile
  if (!number) return 'Sin registrar'
  return `${identificationNames[type ?? 'CC']} ${number}`
}

/** Whether the account has neither a full name nor an identification number. */
export function isProfileIncomplete({ profile }: User): boolean {
  return !profile.full_name && !profile.identification_number
}
