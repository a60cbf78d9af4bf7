import type { QueueItem } from '#contract/verification.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { openIdentification } from './identification.ts'
import { displayName, fullName, greetedName, type IdentificationType, photoUrls } from './person.ts'
import { openPhone } from './sealed-phone.ts'
import {
  type Claimant,
  findUserById,
  listClaimantsOfSameNumber,
  listContestedClaimants,
  listUsersByIds,
  type UserRow,
} from './users.queries.ts'

export type Contact = {
  email: string
  fullName: string | null
  phoneNumber: string | null
  /** National id in clear text: never log it. */
  legalId: string | null
  legalIdType: IdentificationType | null
}

/** Name and contact data of a person for gateway and mail. Errors: `not_found`. */
export async function findContact(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<Contact> {
  const user = await findUser(reader, userId)
  return {
    email: user.email,
    fullName: fullName(user) ?? user.username,
    phoneNumber: openPhone(deps.secrets, user),
    legalId: openIdentification(deps.secrets, user),
    legalIdType: user.identification_type,
  }
}

/** Returns the person's row. Errors: `not_found`. */
export async function findUser(reader: Reader, userId: string): Promise<UserRow> {
  const user = await findUserById(reader, userId)
  if (!user) throw new AppError('not_found')
  return user
}

export type Person = {
  id: string
  /** Public name: first name and initial of the last name, or username. */
  name: string
  /** URLs of the square profile photo; null without a photo. */
  photo: { full: string; small: string } | null
  verified: boolean
  phoneProved: boolean
  isDriver: boolean
  memberSince: Date
}

/** Public data of these people by id; unknown ids are absent. */
export async function findPeople(reader: Reader, ids: readonly string[]) {
  return await mapUsers(reader, ids, (row) => ({
    id: row.id,
    name: displayName(row),
    photo: photoUrls(row),
    verified: row.identity_verified_at !== null,
    phoneProved: row.phone_proved_at !== null,
    isDriver: row.roles.includes('driver'),
    memberSince: row.created_at,
  }))
}

/** Reads the public names of members of the team; one that is not found is called `Equipo`. */
export async function findTeamNames(reader: Reader, ids: readonly (string | null)[]) {
  const known = ids.filter((id) => id !== null)
  const people = await findPeople(reader, known)
  return (id: string): string => people.get(id)?.name ?? 'Equipo'
}

async function mapUsers<Shown>(
  reader: Reader,
  ids: readonly string[],
  present: (row: UserRow) => Shown,
): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map()
  const rows = await listUsersByIds(reader, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, present(row)]))
}

/** Data that driver and passenger of a booking see of each other. */
export type ShownPerson = Pick<Person, 'name' | 'verified' | 'photo'>

type Text = string | null

/** Id, first name, last name, username, time of identity verification, photo version. */
export type PersonRow = [string, Text, Text, Text, Text, Text]

/** Builds the public data of a person from columns that another query has read. */
export function presentPerson(row: PersonRow): [string, ShownPerson] {
  const [id, first_name, last_name, username, verifiedAt, photo_version] = row
  const name = displayName({ first_name, last_name, username })
  return [id, { name, verified: verifiedAt !== null, photo: photoUrls({ id, photo_version }) }]
}

export type MaskedContact = { name: string; email: string }

/** Masked contact data, such as `c***@correo.co`, by which the team recognises people, by id. */
export async function findMaskedContacts(reader: Reader, ids: readonly string[]) {
  return await mapUsers(reader, ids, (row) => {
    return { name: displayName(row), email: maskEmail(row.email) }
  })
}

/** Finds the name by which the team greets a person; null when there is none. */
export async function findGreetedName(reader: Reader, id: string): Promise<string | null> {
  return (await mapUsers(reader, [id], greetedName)).get(id) ?? null
}

/** Masks an email address except the first letter and the domain: `c***@correo.co`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*@/u, '$1***@')
}

export type ReviewedPerson = Omit<QueueItem['owner'], 'sameNumber'> & { sameNumber: SameNumber[] }

/** A person who gave a document number that other people also gave, as the team sees them. */
export type SameNumber = { id: string; name: string; verified: boolean; since: Date }

/** Personal data that a verifier compares with the document, by id of the person. */
export async function findReviewedPeople(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  ids: readonly string[],
): Promise<Map<string, ReviewedPerson>> {
  if (ids.length === 0) return new Map()
  const claimants = await listClaimantsOfSameNumber(reader, ids)
  return await mapUsers(reader, ids, (row) => ({
    id: row.id,
    name: fullName(row) ?? displayName(row),
    identificationType: row.identification_type,
    identificationTail: openIdentification(deps.secrets, row)?.slice(-4) ?? null,
    birthDate: row.birth_date,
    numberChanges: row.identification_version - 1,
    nameChanges: Math.max(0, row.name_version - 1),
    sameNumber: othersWith(claimants, row.id),
  }))
}

function othersWith(claimants: readonly Claimant[], id: string): SameNumber[] {
  const own = claimants.find((each) => each.id === id)
  if (!own) return []
  return claimants
    .filter((each) => each.id !== id && each.claims.equals(own.claims))
    .map(asSameNumber)
}

function asSameNumber(row: Claimant): SameNumber {
  return { id: row.id, name: displayName(row), verified: row.verified, since: row.since }
}

const CONTESTED_MAX = 50

/** Document numbers that several people gave, latest first; for each number, its people. */
export async function findContestedNumbers(reader: Reader): Promise<SameNumber[][]> {
  const groups = new Map<string, SameNumber[]>()
  for (const row of await listContestedClaimants(reader, { limit: CONTESTED_MAX })) {
    const key = row.claims.toString('hex')
    groups.set(key, [...(groups.get(key) ?? []), asSameNumber(row)])
  }
  return [...groups.values()]
}
