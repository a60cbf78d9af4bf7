import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'
import { REDRAWN_TYPE } from '#server/platform/picture-types.ts'
import type { IdentificationType } from './person.ts'

export type UserRow = {
  id: string
  email: string
  username: string | null
  first_name: string | null
  last_name: string | null
  /** Encrypted phone number; decrypt with `openPhone`. */
  phone_sealed: Buffer | null
  phone_proved_at: Date | null
  identification_type: IdentificationType | null
  identification_sealed: Buffer | null
  birth_date: string | null
  identity_verified_at: Date | null
  /** Version of the document number; incremented with every new number. */
  identification_version: number
  name_version: number
  /** Time when the email address was proved; null when it is unproved. */
  email_confirmed_at: Date | null
  /** Time when the terms were accepted; null for accounts of providers that were not asked yet. */
  terms_accepted_at: Date | null
  /** Version of the terms that were accepted last. */
  terms_version: string | null
  roles: Role[]
  created_at: Date
  photo_version: string | null
}

const columns = sql`
  id, email, username, first_name, last_name, phone_sealed, phone_proved_at,
  identification_type, identification_sealed, birth_date, identity_verified_at, email_confirmed_at,
  terms_accepted_at, terms_version, roles, created_at, photo_version, identification_version,
  name_version`

export type NewUser = {
  id: string
  email: string
  emailKey: string
  username: string | null
  usernameKey: string | null
  firstName: string | null
  lastName: string | null
  /** 0: the name is guessed, until the person saves one. */
  nameVersion: 0 | 1
  phone: { sealed: Buffer; index: Buffer } | null
  identificationType: IdentificationType | null
  identification: { sealed: Buffer; index: Buffer } | null
  emailConfirmedAt: Date | null
  roles: readonly Role[]
  /** Version of the accepted terms; null when the person is asked later. */
  termsVersion: string | null
  now: Date
}

export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  const rows = await run.rows<UserRow>(tx)`
    insert into users (
      id, email, email_key, username, username_key, first_name, last_name, name_version,
      phone_sealed, phone_index, identification_type, identification_sealed, identification_index,
      email_confirmed_at, roles,
      terms_accepted_at, terms_version, created_at)
    values (
      ${user.id}, ${user.email}, ${user.emailKey}, ${user.username}, ${user.usernameKey},
      ${user.firstName}, ${user.lastName}, ${user.nameVersion},
      ${user.phone?.sealed ?? null}, ${user.phone?.index ?? null}, ${user.identificationType},
      ${user.identification?.sealed ?? null}, ${user.identification?.index ?? null},
      ${user.emailConfirmedAt}, ${[...user.roles]},
      ${user.termsVersion === null ? null : user.now}, ${user.termsVersion}, ${user.now})
    returning ${columns}`
  return rows[0] as UserRow
}

/** Records that these terms were accepted. Returns false when they were accepted before. */
export function updateTermsAccepted(tx: Tx, user: { id: string; version: string; at: Date }) {
  return run.changedOne(tx)`
    update users set terms_accepted_at = ${user.at}, terms_version = ${user.version}
    where id = ${user.id} and coalesce(terms_version, '') < ${user.version}`
}

export function findUserById(reader: Reader, id: string) {
  return run.row<UserRow>(reader)`select ${columns} from users where id = ${id}`
}

export function listUsersByIds(reader: Reader, ids: readonly string[]) {
  return run.rows<UserRow>(reader)`
    select ${columns} from users where id = any(${[...ids]}::uuid[])`
}

/** Id of the person who proved this email address. */
export function findUserIdByEmailKey(reader: Reader, emailKey: string) {
  return run.value<{ id: string }>(reader)`
    select id from users
    where email_key = ${emailKey} and email_confirmed_at is not null`
}

/** Maximum accounts read per unproved address; more are an attack. */
const CLAIMS_MAX = 200

/** Ids of accounts that gave the address but have not proved it, newest first. */
export function listUnprovedIdsByEmailKey(reader: Reader, emailKey: string) {
  return run.values<{ id: string }>(reader)`
    select id from users
    where email_key = ${emailKey} and email_confirmed_at is null
    order by created_at desc, id desc
    limit ${CLAIMS_MAX}`
}

/** Locks the person's row until the transaction ends; false when unknown. */
/** Locks people in the order of their ids, before anything of theirs; returns their number. */
export async function lockUserRows(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await run.rows(tx)`
    select id from users where id = any(${[...ids]}::uuid[]) order by id
    for no key update`
  return rows.length
}

export async function updateIdentityVerified(
  tx: Tx,
  input: { userId: string; birthDate: string; at: Date },
) {
  await sql`
    update users set identity_verified_at = ${input.at}, birth_date = ${input.birthDate}
    where id = ${input.userId}`.execute(tx)
}

/** Adds a role to a person; false when the person already had it. */
export function insertRole(tx: Tx, input: { id: string; role: Role }) {
  return run.changedOne(tx)`
    update users set roles = array_append(roles, ${input.role})
    where id = ${input.id} and not (${input.role} = any(roles))`
}

export type ProfileRow = {
  id: string
  firstName: string | null
  lastName: string | null
  username: string | null
  usernameKey: string | null
  /** Undefined keeps the phone number; a new number is unproved. */
  phone: { sealed: Buffer; index: Buffer } | null | undefined
  /** Null keeps document type and number; without a number only the type changes. */
  identification: { type: IdentificationType; sealed?: Buffer; index?: Buffer } | null
  /** Whether the first or last name is another one. */
  isRenamed: boolean
}

function phoneColumns(phone: ProfileRow['phone']) {
  if (phone === undefined) return sql``
  return sql`
      phone_proved_at = null,
      phone_sealed = ${phone?.sealed ?? null}, phone_index = ${phone?.index ?? null},`
}

export async function updateProfileRow(tx: Tx, user: ProfileRow): Promise<void> {
  const { identification } = user
  await sql`
    update users set
      first_name = ${user.firstName}, last_name = ${user.lastName},
      username = ${user.username}, username_key = ${user.usernameKey},
      ${phoneColumns(user.phone)}
      identification_type = coalesce(${identification?.type ?? null}, identification_type),
      identification_sealed =
        coalesce(${identification?.sealed ?? null}::bytea, identification_sealed),
      identification_index =
        coalesce(${identification?.index ?? null}::bytea, identification_index),
      identification_version = identification_version + ${identification ? 1 : 0},
      name_version = name_version + ${user.isRenamed ? 1 : 0},
      identity_verified_at =
        case when ${identification !== null} then null else identity_verified_at end
    where id = ${user.id}`.execute(tx)
}

export type Claimant = {
  id: string
  username: string | null
  first_name: string | null
  last_name: string | null
  verified: boolean
  since: Date
  claims: Buffer
}

/** People who gave the same number and type of document as one of these people. */
export function listClaimantsOfSameNumber(reader: Reader, ids: readonly string[]) {
  return run.rows<Claimant>(reader)`
    select id, username, first_name, last_name, identity_verified_at is not null as verified,
      created_at as since, identification_index as claims
    from users
    where identification_index is not null and identification_index in (
      select identification_index from users where id = any(${[...ids]}::uuid[]))
    order by created_at, id`
}

/** People who gave a document number that others also gave, where no review decided. */
export function listContestedClaimants(reader: Reader, input: { limit: number }) {
  return run.rows<Claimant>(reader)`
    with contested as (
      select identification_index, max(created_at) as latest
      from users where identification_index is not null
      group by identification_index
      having count(*) > 1
      order by latest desc
      limit ${input.limit}
    )
    select u.id, username, first_name, last_name, identity_verified_at is not null as verified,
      u.created_at as since, u.identification_index as claims
    from contested c join users u on u.identification_index = c.identification_index
    order by c.latest desc, u.identification_index, u.created_at, u.id`
}

export async function updateEmailRow(
  tx: Tx,
  user: { id: string; email: string; emailKey: string; confirmedAt: Date },
) {
  await sql`
    update users set email = ${user.email}, email_key = ${user.emailKey},
      email_confirmed_at = ${user.confirmedAt}
    where id = ${user.id}`.execute(tx)
}

/** Records when the current address was first proved; does nothing when it already is. */
export async function updateEmailConfirmed(tx: Tx, person: { userId: string; at: Date }) {
  await sql`
    update users set email_confirmed_at = ${person.at}
    where id = ${person.userId} and email_confirmed_at is null`.execute(tx)
}

export async function savePhotoRow(
  tx: Tx,
  photo: { userId: string; image: Buffer; small: Buffer; at: Date },
) {
  await sql`
    insert into user_photos (user_id, image, small, content_type, updated_at)
    values (${photo.userId}, ${photo.image}, ${photo.small}, ${REDRAWN_TYPE}, ${photo.at})
    on conflict (user_id) do update set
      image = excluded.image, small = excluded.small, updated_at = excluded.updated_at`.execute(tx)
}

/** Deletes the profile photo; false when there was none. */
export function deletePhotoRow(tx: Tx, userId: string) {
  return run.changedOne(tx)`
    delete from user_photos where user_id = ${userId}`
}

export async function updatePhotoVersion(
  tx: Tx,
  input: { userId: string; version: string | null },
) {
  await sql`
    update users set photo_version = ${input.version} where id = ${input.userId}`.execute(tx)
}

export function findPhotoOf(
  reader: Reader,
  { userId, size }: { userId: string; size?: 'small' | undefined },
) {
  const wanted = size === 'small' ? sql`coalesce(small, image)` : sql`image`
  return run.value<{ image: Buffer }>(reader)`
    select ${wanted} as image from user_photos where user_id = ${userId}`
}

type SealedRow = {
  id: string
  type: IdentificationType | null
  identification_sealed: Buffer
  index: Buffer
}

/** Lists the sealed national ids of the newest three people who gave one. */
export function listNewestSealed(db: Reader) {
  return run.rows<SealedRow>(db)`
    select id, identification_type as type, identification_sealed, identification_index as index
    from users where identification_sealed is not null and identification_index is not null
    order by id desc limit 3`
}

/** Clears a user row when its account closes, except id and placeholders. */
export async function emptyUserRow(tx: Tx, user: { id: string; email: string; name: string }) {
  await sql`
    update users set email = ${user.email}, email_key = ${user.email}, email_confirmed_at = null,
      first_name = ${user.name}, last_name = null, username = null, username_key = null,
      phone_sealed = null, phone_index = null, phone_proved_at = null,
      identification_type = null, identification_sealed = null, identification_index = null,
      identity_verified_at = null, birth_date = null, photo_version = null, roles = '{}'
    where id = ${user.id}`.execute(tx)
}

export async function insertWoman(tx: Tx, woman: { userId: string; now: Date }) {
  await sql`
    insert into women_declarations (user_id, declared_at) values (${woman.userId}, ${woman.now})
    on conflict do nothing`.execute(tx)
}

export async function deleteWoman(tx: Tx, userId: string) {
  await sql`delete from women_declarations where user_id = ${userId}`.execute(tx)
}

/** Whether the person declared herself a woman, and whether a trip for women only depends on it. */
export async function findWoman(
  reader: Reader,
  userId: string,
): Promise<{ isWoman: boolean; isLocked: boolean }> {
  const rows = await run.rows<{ isWoman: boolean; isUsed: boolean }>(reader)`
    select exists (
        select from women_declarations w where w.user_id = ${userId}) as "isWoman",
      exists (select from trips t where t.driver_id = ${userId}
          and trip_prefers(t.preferences, 'womenOnly'))
        or exists (select from bookings b join trips t on t.id = b.trip_id
          where b.passenger_id = ${userId} and trip_prefers(t.preferences, 'womenOnly'))
        as "isUsed"`
  const { isWoman = false, isUsed = false } = rows[0] ?? {}
  return { isWoman, isLocked: isWoman && isUsed }
}
