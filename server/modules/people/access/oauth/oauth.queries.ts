import { sql } from 'kysely'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { ProviderName } from './providers.ts'

export type NewFlow = {
  id: string
  provider: ProviderName
  stateHash: Buffer
  browserHash: Buffer
  nonce: string
  codeVerifier: string
  callbackOrigin: string
  redirectUrl: string
  clientState: string | null
  mobile: boolean
  codeChallenge: string | null
  /** Signed-in person who links the account; null in a sign-in. */
  linker: Pick<Actor, 'userId' | 'sessionId'> | null
  now: Date
  expiresAt: Date
}

export async function insertFlow(tx: Tx, flow: NewFlow) {
  await sql`
    insert into oauth_flows (
      id, provider, state_hash, browser_hash, nonce, code_verifier, callback_origin, redirect_url,
      client_state, mobile, code_challenge, user_id, session_id, created_at, expires_at)
    values (
      ${flow.id}, ${flow.provider}, ${flow.stateHash}, ${flow.browserHash}, ${flow.nonce},
      ${flow.codeVerifier}, ${flow.callbackOrigin}, ${flow.redirectUrl}, ${flow.clientState},
      ${flow.mobile}, ${flow.codeChallenge}, ${flow.linker?.userId ?? null},
      ${flow.linker?.sessionId ?? null}, ${flow.now}, ${flow.expiresAt})`.execute(tx)
}

export type Flow = {
  id: string
  provider: ProviderName
  nonce: string
  codeVerifier: string
  callbackOrigin: string
  redirectUrl: string
  clientState: string | null
  /** Person who links the account, whose session is still open; null in a sign-in. */
  linkerId: string | null
}

/** Consumes a pending sign-in, once, and only for the browser that started it. */
export function claimFlow(
  tx: Tx,
  input: { provider: ProviderName; stateHash: Buffer; browserHash: Buffer; now: Date },
) {
  return run.row<Flow>(tx)`
    update oauth_flows set answered_at = ${input.now}
    where state_hash = ${input.stateHash} and browser_hash = ${input.browserHash}
      and provider = ${input.provider} and answered_at is null and expires_at > ${input.now}
      and (session_id is null or session_id in (select id from sessions where revoked_at is null))
    returning id, provider, nonce, code_verifier as "codeVerifier",
      callback_origin as "callbackOrigin", redirect_url as "redirectUrl",
      client_state as "clientState", user_id as "linkerId"`
}

/** Returns the return address of a pending sign-in, whose browser is not known. */
export function findReturnAddress(
  reader: Reader,
  input: { provider: ProviderName; stateHash: Buffer; now: Date },
) {
  return run.value<{ redirectUrl: string }>(reader)`
    select redirect_url as "redirectUrl" from oauth_flows
    where state_hash = ${input.stateHash} and provider = ${input.provider}
      and answered_at is null and expires_at > ${input.now}`
}

export async function giveCode(
  tx: Tx,
  input: { flowId: string; codeHash: Buffer; expiresAt: Date; userId: string; isNew: boolean },
) {
  await sql`
    update oauth_flows set
      code_hash = ${input.codeHash}, code_expires_at = ${input.expiresAt},
      user_id = ${input.userId}, is_new_user = ${input.isNew}
    where id = ${input.flowId}`.execute(tx)
}

/**
 * Consumes a one-time code with the state and cookie of its start and, after a PKCE challenge, its
 * verifier. Undefined when anything does not match, which does not consume the code.
 */
export function takeCode(
  tx: Tx,
  input: {
    codeHash: Buffer
    clientState: string | null
    browserHash: Buffer
    /** SHA-256 of the presented PKCE verifier, base64url. */
    challenge: string | null
    now: Date
  },
) {
  return run.row<{ userId: string; mobile: boolean; isNew: boolean; provider: ProviderName }>(tx)`
    update oauth_flows set redeemed_at = ${input.now}
    where code_hash = ${input.codeHash} and redeemed_at is null
      and user_id is not null and is_new_user is not null and code_expires_at > ${input.now}
      and client_state is not distinct from ${input.clientState}::text
      and (mobile or browser_hash = ${input.browserHash})
      and (code_challenge is null or code_challenge = ${input.challenge}::text)
    returning user_id as "userId", mobile, is_new_user as "isNew", provider`
}

/** Returns the person with this provider identity, and records the visit. */
export function visitIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; email: string | null; now: Date },
) {
  return run.value<{ user_id: string }>(tx)`
    update identities set last_used_at = ${identity.now}, email = ${identity.email}
    where issuer = ${identity.issuer} and subject = ${identity.subject}
    returning user_id`
}

export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: string; email: string | null; now: Date },
) {
  await sql`
    insert into identities (issuer, subject, user_id, email, created_at, last_used_at)
    values (${identity.issuer}, ${identity.subject}, ${identity.userId}, ${identity.email},
            ${identity.now}, ${identity.now})`.execute(tx)
}

export type IdentityRow = { issuer: string; email: string | null; linkedAt: Date; usedAt: Date }

export function listIdentitiesOf(reader: Reader, userId: string) {
  return run.rows<IdentityRow>(reader)`
    select issuer, email, created_at as "linkedAt", last_used_at as "usedAt"
    from identities where user_id = ${userId} order by created_at`
}

export async function keepRefreshToken(
  db: Db,
  identity: { issuer: string; subject: string; userId: string; sealed: Buffer },
): Promise<void> {
  const { issuer, subject, userId, sealed } = identity
  await sql`
    update identities set refresh_sealed = ${sealed}
    where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`.execute(db)
}

/** Finds the owner of an identity, and locks it. */
export function lockOwner(tx: Tx, { issuer, subject }: { issuer: string; subject: string }) {
  return run.row<{ userId: string; usedAt: Date }>(tx)`
    select user_id as "userId", last_used_at as "usedAt" from identities
    where issuer = ${issuer} and subject = ${subject} for update`
}

export function lockIdentitiesOf(tx: Tx, userId: string) {
  return run.rows<{ issuer: string; sealed: Buffer | null }>(tx)`
    select issuer, refresh_sealed as sealed from identities
    where user_id = ${userId} for update`
}

/** Deletes the identities of a person, or the one of this issuer. */
export async function deleteIdentities(tx: Tx, userId: string, issuer?: string) {
  await sql`
    delete from identities
    where user_id = ${userId} and issuer = coalesce(${issuer ?? null}, issuer)`.execute(tx)
}
