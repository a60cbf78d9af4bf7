import { sql } from 'kysely'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'
import type { ProofPlace } from './proof-place.ts'

export async function insertCredentials(
  tx: Tx,
  input: { userId: string; passwordHash: string; addressSalt?: boolean; now: Date },
) {
  await sql`
    insert into credentials (user_id, password_hash, address_salt, updated_at)
    values (${input.userId}, ${input.passwordHash}, ${input.addressSalt ?? false}, ${input.now})
    `.execute(tx)
}

/** Replaces the password, or adds one to an account that signed in only through a provider. */
export async function setPassword(
  tx: Tx,
  input: { userId: string; passwordHash: string; now: Date },
) {
  await sql`
    insert into credentials (user_id, password_hash, updated_at)
    values (${input.userId}, ${input.passwordHash}, ${input.now})
    on conflict (user_id) do update
    set password_hash = excluded.password_hash, address_salt = false,
      updated_at = excluded.updated_at`.execute(tx)
}

/** Deletes the current password; the account can be recovered by mail. */
export async function dropPassword(tx: Tx, userId: string) {
  await sql`delete from credentials where user_id = ${userId}`.execute(tx)
}

/** Returns the person's password hash; undefined when they sign in only through a provider. */
export function findPasswordHash(reader: Reader, userId: string) {
  return run.value<{ password_hash: string }>(reader)`
    select password_hash from credentials where user_id = ${userId}`
}

/** Whether a session was ended by something other than its own sign-out. */
export function isTakenAway(reader: Reader, sessionId: string): Promise<boolean> {
  return run.value<{ ended: boolean }>(reader, true)`
    select revoked_at is not null and revoked_reason is distinct from 'logout' as ended
    from sessions where id = ${sessionId}`
}

/** Maximum accounts of one address with a random salt: those from before addresses were proved. */
const RANDOM_SALTS_MAX = 3

/** Accounts of a sign-in name that proved the address (first) or have a random salt. */
export function listCredentialsByEmailKey(reader: Reader, emailKey: string) {
  return run.rows<{ userId: string; passwordHash: string }>(reader)`
    select c.user_id as "userId", c.password_hash as "passwordHash"
    from users u join credentials c on c.user_id = u.id
    where u.email_key = ${emailKey} and (u.email_confirmed_at is not null or not c.address_salt)
    order by u.email_confirmed_at is null, u.created_at, u.id
    limit ${RANDOM_SALTS_MAX}`
}

/** Oldest account with this unproved address and exactly this password hash. */
export function findUnprovedByHash(
  reader: Reader,
  input: { emailKey: string; passwordHash: string },
) {
  return run.value<{ id: string }>(reader)`
    select u.id
    from users u join credentials c on c.user_id = u.id
    where u.email_key = ${input.emailKey} and u.email_confirmed_at is null
      and c.address_salt and c.password_hash = ${input.passwordHash}
    order by u.created_at, u.id
    limit 1`
}

export async function insertSession(
  tx: Tx,
  session: {
    id: string
    userId: string
    refreshHash: Buffer
    userAgent: string | null
    mobile: boolean
    provider?: string | null
    now: Date
    expiresAt: Date
  },
) {
  await sql`
    insert into sessions (id, user_id, refresh_hash, rotated_at, created_at, expires_at, user_agent,
      mobile, provider)
    values (${session.id}, ${session.userId}, ${session.refreshHash}, ${session.now},
            ${session.now}, ${session.expiresAt}, ${session.userAgent}, ${session.mobile},
            ${session.provider ?? null})`.execute(tx)
}

export type LiveSession = {
  userId: string
  roles: Role[]
  isExpelled: boolean
  secondFactorAt: Date | null
}

/** An open session with owner, roles, standing, and the time of its proof in this network. */
export function findLiveSessionRow(
  reader: Reader,
  input: { id: string; network: Buffer | null; now: Date },
) {
  return run.row<LiveSession>(reader)`
    select s.user_id as "userId", u.roles, coalesce(t.expelled, false) as "isExpelled",
      case when ${input.network}::bytea = any(s.second_factor_networks)
        then s.second_factor_at end as "secondFactorAt"
    from sessions s join users u on u.id = s.user_id
    left join user_standing t on t.user_id = s.user_id
    where s.id = ${input.id} and s.revoked_at is null and s.expires_at > ${input.now}
    `
}

/**
 * Replaces the refresh secret if the presented one is current, in one statement, so that one of two
 * parallel calls succeeds. Returns the owner; undefined when the secret was not current.
 */
export function rotateSession(
  tx: Tx,
  input: {
    id: string
    presented: Buffer
    next: Buffer
    /** Whether the refresh secret came in the body, as from the native app. */
    mobile: boolean
    now: Date
    expiresAt: Date
    /** Maximum age of a session since the sign-in, however often it is renewed, ms. */
    lifetimeMs: number
    /** Maximum age of a session of a team member, ms. */
    staffLifetimeMs: number
  },
) {
  return run.value<{ user_id: string }>(tx)`
    update sessions set
      previous_hash = refresh_hash,
      refresh_hash = ${input.next},
      rotated_at = ${input.now},
      expires_at = least(
        ${input.expiresAt}::timestamptz,
        created_at + (case
          when exists (select from users u where u.id = sessions.user_id
            and u.roles && array['verifier', 'support', 'finance', 'admin'])
          then ${input.staffLifetimeMs}::double precision
          else ${input.lifetimeMs}::double precision
        end) * interval '1 millisecond')
    where id = ${input.id} and refresh_hash = ${input.presented}
      and coalesce(mobile, ${input.mobile}) = ${input.mobile}
      and revoked_at is null and expires_at > ${input.now}
    returning user_id`
}

type SessionRow = {
  user_id: string
  refresh_hash: Buffer
  previous_hash: Buffer | null
  rotated_at: Date
  expires_at: Date
  revoked_at: Date | null
  revoked_reason: string | null
  user_agent: string | null
  mobile: boolean | null
}

export function findSessionById(tx: Tx, id: string) {
  return run.row<SessionRow>(tx)`
    select user_id, refresh_hash, previous_hash, rotated_at, expires_at, revoked_at, revoked_reason,
      user_agent, mobile
    from sessions where id = ${id}`
}

/** `closed`: from another session; `closed_all`: all but the one that did it. */
type ByPerson = 'logout' | 'closed' | 'closed_all' | 'password' | 'recovery' | 'email_undo'
export type RevokeReason = ByPerson | 'unlinked' | 'reuse' | 'team'

/** `provider`: only the sessions that it opened. */
export type SessionsOf = {
  userId: string
  except: string | null
  provider?: string
  reason: RevokeReason
  now: Date
}

/** Ends a session and returns its owner; undefined when it is unknown or already ended. */
export function revokeSessionRow(tx: Tx, input: { id: string; reason: RevokeReason; now: Date }) {
  return run.value<{ user_id: string }>(tx)`
    update sessions set revoked_at = ${input.now}, revoked_reason = ${input.reason}
    where id = ${input.id} and revoked_at is null
    returning user_id`
}

/** Ends the open sessions of a person, except `except`; returns their number. */
export function revokeSessionsOf(tx: Tx, input: SessionsOf) {
  const { provider = null } = input
  return run.changes(tx)`
    update sessions set revoked_at = ${input.now}, revoked_reason = ${input.reason}
    where user_id = ${input.userId} and revoked_at is null
      and id is distinct from ${input.except}::uuid
      and (${provider}::text is null or provider = ${provider})`
}

/** Ends the open sessions of a person, or of everybody when null; returns the owners. */
export function revokeByOperator(tx: Tx, input: { userId: string | null; now: Date }) {
  return run.values<{ user_id: string }>(tx)`
    update sessions set revoked_at = ${input.now}, revoked_reason = 'operator'
    where revoked_at is null and expires_at > ${input.now}
      and (${input.userId}::uuid is null or user_id = ${input.userId})
    returning user_id`
}

type OwnSession = {
  id: string
  userAgent: string | null
  openedAt: Date
  /** Time when the session was last renewed. */
  usedAt: Date
}

/** Sessions of a person that are neither revoked nor expired, most recently used first. */
export function listLiveSessionsOf(reader: Reader, input: { userId: string; now: Date }) {
  return run.rows<OwnSession>(reader)`
    select id, user_agent as "userAgent", created_at as "openedAt", rotated_at as "usedAt"
    from sessions
    where user_id = ${input.userId} and revoked_at is null and expires_at > ${input.now}
    order by rotated_at desc, id desc`
}

export function deleteEndedSessions(db: Db, before: Date) {
  return run.changes(db)`
    delete from sessions
    where expires_at < ${before} or revoked_at < ${before}`
}

/** Time of the last step-up in this session; null without one. */
export function findProofTime(reader: Reader, sessionId: string) {
  return run.value<{ proved_at: Date | null }>(reader, null)`
    select proved_at from sessions where id = ${sessionId}`
}

export async function markProved(db: Db | Tx, sessionId: string, now: Date) {
  await sql`update sessions set proved_at = ${now} where id = ${sessionId}`.execute(db)
}

/** Stores the digest of the step-up code of a session, replacing an earlier one. */
export async function keepCode(tx: Tx, code: { sessionId: string; hash: Buffer; expiresAt: Date }) {
  await sql`
    insert into step_up_codes (session_id, code_hash, expires_at)
    values (${code.sessionId}, ${code.hash}, ${code.expiresAt})
    on conflict (session_id) do update set
      code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`.execute(tx)
}

/** Counts an attempt and returns the digest of the code; undefined without attempts left. */
export function tryCode(db: Db, wanted: { sessionId: string; triesMax: number; now: Date }) {
  return run.value<{ code_hash: Buffer }>(db)`
    update step_up_codes set tries = tries + 1
    where session_id = ${wanted.sessionId} and tries < ${wanted.triesMax}
      and expires_at > ${wanted.now}
    returning code_hash`
}

/** Consumes a step-up code; exactly one of several parallel calls succeeds. */
export function takeCode(tx: Tx, sessionId: string, hash: Buffer) {
  return run.changedOne(tx)`
    delete from step_up_codes where session_id = ${sessionId} and code_hash = ${hash}`
}

export async function saveDevice(
  tx: Tx,
  { userId, deviceIndex, now }: { userId: string; deviceIndex: Buffer; now: Date },
) {
  await sql`
    insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
    values (${userId}, ${deviceIndex}, ${now}, ${now})
    on conflict (user_id, device_index) do update set last_seen_at = excluded.last_seen_at`.execute(
    tx,
  )
}

/** Time when the session proved a second factor in this network; null when it did not. */
export function findSecondFactorTime(
  reader: Reader,
  { sessionId, network }: { sessionId: string; network: Buffer },
) {
  return run.value<{ second_factor_at: Date | null }>(reader, null)`
    select second_factor_at from sessions
    where id = ${sessionId} and ${network} = any(second_factor_networks)`
}

/** Maximum networks with a proof per session (IPv4, IPv6, several desks). */
const PROVED_NETWORKS_MAX = 8

/**
 * Records that the session proved a second factor in this network and browser; earlier networks of
 * the browser stay valid. The native app has no device: its refresh token is never in a cookie.
 */
export async function markSecondFactor(
  tx: Tx,
  proof: { sessionId: string; now: Date } & ProofPlace,
): Promise<void> {
  const { sessionId, now, network, device } = proof
  await sql`
    update sessions set second_factor_at = ${now},
      second_factor_device = case when mobile then null else ${device}::bytea end,
      second_factor_networks = case
        when second_factor_at is not null
          and (mobile or second_factor_device is not distinct from ${device}::bytea)
        then (array[${network}::bytea]
          || array_remove(second_factor_networks, ${network}::bytea))[1:${PROVED_NETWORKS_MAX}]
        else array[${network}::bytea] end
    where id = ${sessionId}`.execute(tx)
}

/** Deletes the proof of a session that is renewed in another browser; returns whether it did. */
export function forgetProofOfOther(
  tx: Tx,
  { sessionId, device }: { sessionId: string; device: Buffer | null },
) {
  return run.changedOne(tx)`
    update sessions set second_factor_at = null, second_factor_networks = null,
      second_factor_device = null
    where id = ${sessionId} and second_factor_at is not null and mobile is not true
      and second_factor_device is distinct from ${device}::bytea`
}

export async function forgetSecondFactorOf(tx: Tx, userId: string) {
  await sql`
    update sessions set second_factor_at = null, second_factor_networks = null,
      second_factor_device = null
    where user_id = ${userId} and second_factor_at is not null`.execute(tx)
}
