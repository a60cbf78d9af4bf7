import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { openIdentification } from './identification.ts'
import { displayName, fullName, type IdentificationType } from './person.ts'
import { type UserRow, userById, usersByIds } from './users.queries.ts'

export type Contact = {
  email: string
  fullName: string | null
  phoneNumber: string | null
  /** In clear: never log it. */
  legalId: string | null
  legalIdType: IdentificationType | null
}

/** How to reach and name a person outside Cupo (gateway form, mail). Errors: `not_found`. */
export async function findContact(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<Contact> {
  const user = await findUser(reader, userId)
  return {
    email: user.email,
    fullName: fullName(user) ?? user.username,
    phoneNumber: user.phone_number,
    legalId: openIdentification(deps.secrets, user),
    legalIdType: user.identification_type,
  }
}

/** The person's row. Errors: `not_found`. */
export async function findUser(reader: Reader, userId: string): Promise<UserRow> {
  const user = await userById(reader, userId)
  if (!user) throw new AppError('not_found')
  return user
}

export type Person = {
  id: string
  /** First name and initial, or username. */
  name: string
  verified: boolean
  memberSince: Date
  tripsCompleted: number
}

/** What anybody may know of these people, by id; unknown ids are absent. */
export async function findPeople(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await usersByIds(reader, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, personOf(row)]))
}

function personOf(row: UserRow): Person {
  return {
    id: row.id,
    name: displayName(row),
    verified: row.identity_verified_at !== null,
    memberSince: row.created_at,
    tripsCompleted: 0,
  }
}

export type ReviewedPerson = {
  id: string
  name: string
  identificationType: IdentificationType | null
  /** Last four characters only. */
  identificationTail: string | null
  birthDate: string | null
}

/** What a verifier compares a document with, by id. */
export async function findReviewedPeople(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  ids: readonly string[],
): Promise<Map<string, ReviewedPerson>> {
  if (ids.length === 0) return new Map()
  const rows = await usersByIds(reader, [...new Set(ids)])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: fullName(row) ?? displayName(row),
        identificationType: row.identification_type,
        identificationTail: openIdentification(deps.secrets, row)?.slice(-4) ?? null,
        birthDate: row.birth_date,
      },
    ]),
  )
}
