import { isPersonName } from '#contract/names.ts'

/** What a provider says about a person, in our words. */
export type ProviderProfile = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | undefined
  lastName: string | undefined
}

const NAME_MAX = 60
/** Apple's field comes through the browser: a longer one is ignored. */
const USER_FIELD_MAX = 2_000
const EMAIL_MAX = 254

type Claims = Record<string, unknown> & { iss: string; sub: string }

/**
 * Reads verified ID-token claims. `userField` is the form field in which Apple gives the name, the
 * first time only; it is unsigned, so only a name to show is taken from it.
 */
export function profileOf(claims: Claims, userField: string | null): ProviderProfile {
  const given = appleName(userField)
  const email = textOf(claims.email, EMAIL_MAX)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email ?? null,
    // Apple sometimes sends booleans as text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: nameOf(claims.given_name) ?? given.firstName,
    lastName: nameOf(claims.family_name) ?? given.lastName,
  }
}

function appleName(field: string | null): { firstName?: string; lastName?: string } {
  if (field === null || field.length > USER_FIELD_MAX) return {}
  try {
    const { name } = JSON.parse(field) as { name?: { firstName?: unknown; lastName?: unknown } }
    const firstName = nameOf(name?.firstName)
    const lastName = nameOf(name?.lastName)
    return { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) }
  } catch {
    return {}
  }
}

/** A name as people may give it themselves; undefined for anything else. */
function nameOf(value: unknown): string | undefined {
  const name = textOf(value, NAME_MAX)?.normalize('NFC')
  return name !== undefined && isPersonName(name) ? name : undefined
}

/** One line of text without control characters, cut to length; undefined when nothing is left. */
function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value.replace(/\p{Cc}+/gu, ' ').trim()
  return line === '' ? undefined : Array.from(line).slice(0, max).join('').trim()
}
