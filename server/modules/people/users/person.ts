import { type DocumentType, documentNumber } from '#contract/document-number.ts'

/** Normalised forms of names and document numbers, for comparison. */

export type IdentificationType = DocumentType

/** Comparison key of document type and number, whatever was typed around the number. */
export function identificationKey(type: IdentificationType, number: string): string {
  return `${type}:${bareNumber(type, number)}`
}

/** The number of a document alone, as sealed, compared, and sent to the gateway. */
export function bareNumber(type: IdentificationType, number: string): string {
  return documentNumber(type, number) ?? number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}

type Names = { username: string | null; first_name: string | null; last_name: string | null }

/** Name shown for a person whose account is closed; stored as their first name. */
export const CLOSED_NAME = 'Persona que cerró su cuenta'

/** Name shown for a person who gave none. */
export const NAMELESS = 'Usuario de Cupo'

const CLOSED_DOMAIN = '@cuenta.invalid'

/** Address of a closed account, to which nothing can be sent. */
export const closedAddress = (userId: string): string => `cerrada-${userId}${CLOSED_DOMAIN}`

export const isClosed = ({ email }: { email: string }): boolean => email.endsWith(CLOSED_DOMAIN)

/** Public name: first name and the initial of the last name, else the username. */
export function displayName(person: Names): string {
  if (person.first_name === CLOSED_NAME) return CLOSED_NAME
  const first = person.first_name?.trim().split(/\s+/)[0]
  if (!first) return person.username ?? NAMELESS
  const initial = Array.from(person.last_name?.trim() ?? '')[0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** First word of the first name, to greet a person; null without a name or a closed account. */
export function greetedName({ first_name: name }: Pick<Names, 'first_name'>): string | null {
  if (name === CLOSED_NAME) return null
  return name?.trim().split(/\s+/)[0] || null
}

/** Words that a password of this person must not contain. */
export function passwordOwner(person: Names & { email: string }) {
  return { email: person.email, names: [person.username, person.first_name, person.last_name] }
}

/** First and last name, for the owner, the gateway and the verifier; null when both are missing. */
export function fullName(person: Names): string | null {
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ')
  return name === '' ? null : name
}

/** Age at which a person may use Cupo as a driver (terms; spec-coverage §5). */
const ADULT_AGE = 18

/** Whether somebody born on `birthDate` has turned 18 by `today`, both YYYY-MM-DD. */
export function isAdult(birthDate: string, today: string): boolean {
  const [year = 0, ...rest] = birthDate.split('-').map(Number)
  const [month = 0, day = 0] = rest
  const turns = [
    String(year + ADULT_AGE).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-')
  // Text comparison also settles 29 February: its 18th birthday counts from 1 March.
  return turns <= today
}

/** URLs of a person's photo, 512 px and 128 px, which change with every photo; null without. */
export function photoUrls(user: { id: string; photo_version: string | null }) {
  if (!user.photo_version) return null
  const full = `/api/users/${user.id}/photo?v=${user.photo_version}`
  return { full, small: `${full}&size=small` }
}
