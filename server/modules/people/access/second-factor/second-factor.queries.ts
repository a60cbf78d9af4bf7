import { sql } from 'kysely'
import type { Colleague } from '#contract/team.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export function findTotpOf(reader: Reader, userId: string) {
  return run.row<{ sealed: Buffer; confirmedAt: Date | null }>(reader)`
    select sealed, confirmed_at as "confirmedAt" from totp_secrets where user_id = ${userId}
    `
}

/** Stores an unconfirmed authenticator secret; false when the person has a confirmed one. */
export function keepTotp(tx: Tx, secret: { userId: string; sealed: Buffer; now: Date }) {
  return run.changedOne(tx)`
    insert into totp_secrets (user_id, sealed, created_at)
    values (${secret.userId}, ${secret.sealed}, ${secret.now})
    on conflict (user_id) do update set sealed = excluded.sealed, created_at = excluded.created_at
    where totp_secrets.confirmed_at is null`
}

/**
 * Accepts the code of a time step, unless a code of this or a later step was accepted: of two
 * parallel calls with the same code, one succeeds. `confirm`: also confirms the secret.
 */
export function acceptStep(
  tx: Tx,
  used: { userId: string; step: number; confirm: boolean; now: Date },
) {
  return run.changedOne(tx)`
    update totp_secrets
    set last_step = ${used.step}, confirmed_at = coalesce(confirmed_at, ${used.now})
    where user_id = ${used.userId} and last_step < ${used.step}
      and (confirmed_at is null) = ${used.confirm}`
}

export async function deleteTotp(tx: Tx, userId: string) {
  await sql`delete from totp_secrets where user_id = ${userId}`.execute(tx)
}

export type PasskeyRow = {
  id: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  usedAt: Date | null
}

export function listPasskeysOf(reader: Reader, userId: string) {
  return run.rows<PasskeyRow>(reader)`
    select id, credential_id as "credentialId", public_key as "publicKey",
      counter::double precision as "counter", transports, name, created_at as "createdAt",
      used_at as "usedAt"
    from passkeys where user_id = ${userId} order by created_at, id`
}

/** Stores a passkey; returns false when the credential already exists. */
export function insertPasskey(
  tx: Tx,
  key: Omit<PasskeyRow, 'createdAt' | 'usedAt'> & { userId: string; now: Date },
) {
  return run.changedOne(tx)`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name,
      created_at)
    values (${key.id}, ${key.userId}, ${key.credentialId}, ${key.publicKey}, ${key.counter},
      ${key.transports}, ${key.name}, ${key.now})
    on conflict (credential_id) do nothing`
}

/**
 * Records a use; false when the counter of the authenticator did not grow, which means that a copy
 * of the key exists. Authenticators without a counter always send 0, which is accepted.
 */
export function notePasskeyUse(tx: Tx, used: { id: string; counter: number; now: Date }) {
  return run.changedOne(tx)`
    update passkeys set counter = ${used.counter}, used_at = ${used.now}
    where id = ${used.id} and (counter < ${used.counter} or (counter = 0 and ${used.counter} = 0))
    `
}

export function deletePasskey(tx: Tx, key: { id: string; userId: string }) {
  return run.changedOne(tx)`
    delete from passkeys where id = ${key.id} and user_id = ${key.userId}`
}

export async function deletePasskeysOf(tx: Tx, userId: string) {
  await sql`delete from passkeys where user_id = ${userId}`.execute(tx)
}

export type Purpose = 'register' | 'prove'

/** Stores the passkey challenge of a session; replaces an earlier one. */
export async function keepChallenge(
  db: Db,
  kept: { sessionId: string; purpose: Purpose; challenge: string; expiresAt: Date },
) {
  await sql`
    insert into passkey_challenges (session_id, purpose, challenge, expires_at)
    values (${kept.sessionId}, ${kept.purpose}, ${kept.challenge}, ${kept.expiresAt})
    on conflict (session_id) do update set purpose = excluded.purpose,
      challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db)
}

/** Consumes the passkey challenge of a session; undefined when it has none or it expired. */
export async function takeChallenge(
  db: Db,
  wanted: { sessionId: string; purpose: Purpose; now: Date },
): Promise<string | undefined> {
  const rows = await run.rows<{ challenge: string; isValid: boolean }>(db)`
    delete from passkey_challenges where session_id = ${wanted.sessionId}
    returning challenge,
      (purpose = ${wanted.purpose} and expires_at > ${wanted.now}) as "isValid"`
  return rows[0]?.isValid ? rows[0].challenge : undefined
}

export async function insertRecoveryCodes(
  tx: Tx,
  codes: { userId: string; hashes: readonly Buffer[]; now: Date },
) {
  await sql`
    insert into recovery_codes (user_id, code_hash, created_at)
    select ${codes.userId}, hash, ${codes.now} from unnest(${codes.hashes}::bytea[]) hash
    `.execute(tx)
}

export async function deleteRecoveryCodes(tx: Tx, userId: string) {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
}

/** Consumes a recovery code; exactly one of several parallel calls succeeds. */
export function consumeRecoveryCode(tx: Tx, code: { userId: string; hash: Buffer; now: Date }) {
  return run.changedOne(tx)`
    update recovery_codes set used_at = ${code.now}
    where user_id = ${code.userId} and code_hash = ${code.hash} and used_at is null`
}

export function countRecoveryCodes(reader: Reader, userId: string) {
  return run.value<{ left: number }>(reader, 0)`
    select count(*)::int as left from recovery_codes
    where user_id = ${userId} and used_at is null`
}

export type ColleagueRow = Omit<Colleague, 'canReset' | 'canTake'>

export function listPeopleWithRoles(reader: Reader, roles: readonly string[]) {
  return run.rows<ColleagueRow>(reader)`
    select u.id, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as name, u.email,
      u.roles,
      -- A count uses the index for each person; "exists" would scan the whole table.
      (select count(*) from totp_secrets t
        where t.user_id = u.id and t.confirmed_at is not null) > 0 as totp,
      (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*) from recovery_codes c where c.user_id = u.id and c.used_at is null)
        as "recoveryCodesLeft"
    from users u
    where u.roles && ${[...roles]}::text[]
    order by 2, u.id`
}
