import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'
import type { IdentificationType } from './person.ts'

export type UserRow = {
  id: string
  email: string
  username: string | null
  first_name: string | null
  last_name: string | null
  phone_number: string | null
  identification_type: IdentificationType | null
  identification_sealed: Buffer | null
  birth_date: string | null
  identity_verified_at: Date | null
  roles: Role[]
  created_at: Date
}

const columns = sql`
  id, email, username, first_name, last_name, phone_number, identification_type,
  identification_sealed, birth_date, identity_verified_at, roles, created_at`

export type NewUser = {
  id: string
  email: string
  emailKey: string
  username: string | null
  usernameKey: string | null
  firstName: string | null
  lastName: string | null
  phoneNumber: string | null
  identificationType: IdentificationType | null
  identificationSealed: Buffer | null
  identificationIndex: Buffer | null
  roles: readonly Role[]
  termsVersion: string
  now: Date
}

export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    insert into users (
      id, email, email_key, username, username_key, first_name, last_name, phone_number,
      identification_type, identification_sealed, identification_index, roles,
      terms_accepted_at, terms_version, created_at)
    values (
      ${user.id}, ${user.email}, ${user.emailKey}, ${user.username}, ${user.usernameKey},
      ${user.firstName}, ${user.lastName}, ${user.phoneNumber},
      ${user.identificationType}, ${user.identificationSealed}, ${user.identificationIndex},
      ${[...user.roles]}, ${user.now}, ${user.termsVersion}, ${user.now})
    returning ${columns}`.execute(tx)
  return rows[0] as UserRow
}

export async function userById(reader: Reader, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${columns} from users where id = ${id}`.execute(reader)
  return rows[0]
}

export async function usersByIds(reader: Reader, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${columns} from users where id = any(${[...ids]}::uuid[])`.execute(reader)
  return rows
}

export async function userIdByEmailKey(
  reader: Reader,
  emailKey: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email_key = ${emailKey}`.execute(reader)
  return rows[0]?.id
}

/** Waits for other changes to this person; false when unknown. */
export async function lockUserRow(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from users where id = ${id} for no key update`.execute(tx)
  return rows.length === 1
}

export async function updateIdentityVerified(
  tx: Tx,
  input: { id: string; birthDate: string; at: Date },
): Promise<void> {
  await sql`
    update users set identity_verified_at = ${input.at}, birth_date = ${input.birthDate}
    where id = ${input.id}`.execute(tx)
}

/** Adds the role; false when the person had it. */
export async function insertRole(tx: Tx, input: { id: string; role: Role }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set roles = array_append(roles, ${input.role})
    where id = ${input.id} and not (${input.role} = any(roles))`.execute(tx)
  return numAffectedRows === 1n
}
