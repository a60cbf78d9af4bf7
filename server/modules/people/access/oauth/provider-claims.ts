import { cleanName, isPersonName } from '#contract/person-names.ts'

export type ProviderProfile = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | undefined
  lastName: string | undefined
  /** Whether a name is guessed or was unreadable, so that the person is asked. */
  nameGuessed: boolean
}

const NAME_MAX = 60
/** Maximum length of Apple's form field; a longer one is ignored. */
const USER_FIELD_MAX = 2_000
const EMAIL_MAX = 254

/** Emoji, with what joins and colours them. */
const PICTURES =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F|\u20E3/gu

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
    ...namesOf(claims, given),
  }
}

type Names = Pick<ProviderProfile, 'firstName' | 'lastName' | 'nameGuessed'>

function namesOf(claims: Claims, given: Partial<Names>): Names {
  const firstName = nameOf(claims.given_name) ?? given.firstName
  const lastName = nameOf(claims.family_name) ?? given.lastName
  if (firstName !== undefined) {
    const isUnread = lastName === undefined && textOf(claims.family_name, NAME_MAX) !== undefined
    return { firstName, lastName, nameGuessed: isUnread }
  }
  // Of one whole name, the first word is taken for the first name.
  const [first, ...rest] = nameOf(claims.name)?.split(' ') ?? []
  const last = rest.length > 0 ? rest.join(' ') : lastName
  return { firstName: first, lastName: last, nameGuessed: first !== undefined }
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

/** What no name contains: figures, signs, other scripts. */
const FOREIGN = /[^\p{Script=Latin}\p{M}'’ .-]+/gu

/** Returns a valid person name, without what is no part of one; undefined if nothing is left. */
function nameOf(value: unknown): string | undefined {
  const given = (textOf(value, NAME_MAX) ?? '').replace(PICTURES, '').normalize('NFC')
  return [cleanName(given), cleanName(cleanName(given).replace(FOREIGN, ' '))].find(isPersonName)
}

/** One line without control characters, truncated to `max` characters; undefined when empty. */
function textOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value.replace(/\p{Cc}+/gu, ' ').trim()
  return line === '' ? undefined : Array.from(line).slice(0, max).join('').trim()
}
