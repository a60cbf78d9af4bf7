import { isPersonName } from '#contract/person-names.ts'

export type ProviderProfile = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | undefined
  lastName: string | undefined
}

const NAME_MAX = 60
/** Maximum length of Apple's form field; a longer one is ignored. */
const USER_FIELD_MAX = 2_000
const EMAIL_MAX = 254

type Claims = Record<string, unknown> & { iss: string; sub: string }

/**
 * Reads verified ID token claims. `userField`: the form field in which Apple sends the name, only
 * at the first sign-in. The field is unsigned, so only the display name is read from it.
 */
export function profileOf(claims: Claims, userField: string | null): ProviderProfile {
  const given = appleName(userField)
  const email = textOf(claims.email, EMAIL_MAX)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email ?? null,
    // Apple sometimes sends booleans as strings.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: nameOf(claims.given_name) ?? given.firstName,
    lastName: nameOf(claims.family_name) ?? given.lastName,
  }
}

function appleName(field: string | null): Partial<Pick<ProviderProfile, 'firstName' | 'lastName'>> {
  if (field === null || field.length > USER_FIELD_MAX) return {}
  try {
    const { name } = JSON.parse(field) as { name?: { firstName?: unknown; lastName?: unknown } }
    return { firstName: nameOf(name?.firstName), lastName: nameOf(name?.lastName) }
  } catch {
    return {}
  }
}

/** Returns a valid person name; undefined for anything else. */
function nameOf(value: unknown): string | undefined {
  const name = textOf(value, NAME_MAX)?.normalize('NFC')
  return name !== undefined && isPersonName(name) ? name : undefined
}

/** One line without control characters, truncated to `max` characters; undefined when empty. */
function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value.replace(/\p{Cc}+/gu, ' ').trim()
  return line === '' ? undefined : Array.from(line).slice(0, max).join('').trim()
}
