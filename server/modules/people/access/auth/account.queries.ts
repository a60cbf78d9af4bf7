import { sql } from 'kysely'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type LinkPurpose = 'recovery' | 'email_change' | 'email_undo' | 'email_confirm'

export type NewLink = {
  id: string
  userId: string
  purpose: LinkPurpose
  tokenHash: Buffer
  passwordHash: string | null
  /** Digest of the secret in the requesting browser's cookie. */
  browserHash: Buffer | null
  email: string | null
  now: Date
  expiresAt: Date
  /** Whether the request came from a session or a known device of the account. */
  askedByOwner: boolean
  /** Digest of the code mailed beside the link. */
  codeHash: Buffer | null
}

/** Adds a link; it replaces an earlier one, except for recovery and undo links. */
export async function insertLink(tx: Tx, link: NewLink) {
  await sql`
    insert into account_links (
      id, user_id, purpose, token_hash, password_hash, browser_hash, email, created_at, expires_at,
      asked_by_owner, code_hash)
    values (
      ${link.id}, ${link.userId}, ${link.purpose}, ${link.tokenHash}, ${link.passwordHash},
      ${link.browserHash}, ${link.email}, ${link.now}, ${link.expiresAt}, ${link.askedByOwner},
      ${link.codeHash})
    on conflict (user_id, purpose) where purpose not in ('email_undo', 'recovery') do update set
      id = excluded.id, token_hash = excluded.token_hash,
      password_hash = excluded.password_hash, browser_hash = excluded.browser_hash,
      email = excluded.email, code_hash = excluded.code_hash, code_tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
}

export type Link = {
  userId: string
  passwordHash: string | null
  browserHash: Buffer | null
  email: string | null
  createdAt: Date
}

type Wanted = { purpose: LinkPurpose; tokenHash: Buffer; now: Date }

/** Returns a valid mailed link without consuming it. */
export function findLink(reader: Reader, link: Wanted) {
  return run.row<Link>(reader)`
    select user_id as "userId", password_hash as "passwordHash", browser_hash as "browserHash",
      email, created_at as "createdAt"
    from account_links
    where token_hash = ${link.tokenHash} and purpose = ${link.purpose}
      and expires_at > ${link.now}`
}

/** Counts an attempt at a mailed code and returns its link; undefined without attempts left. */
export function tryMailCode(
  db: Db,
  wanted: { userId: string; purpose: LinkPurpose; triesMax: number; mailedAfter: Date },
) {
  return run.row<{ tokenHash: Buffer; codeHash: Buffer | null; email: string | null }>(db)`
    update account_links set code_tries = code_tries + 1
    where user_id = ${wanted.userId} and purpose = ${wanted.purpose} and code_hash is not null
      and code_tries < ${wanted.triesMax} and created_at > ${wanted.mailedAfter}
    returning token_hash as "tokenHash", code_hash as "codeHash", email`
}

/**
 * Number of valid recovery links of a person, apart for owner and strangers. Locks until the
 * transaction ends, so that the second of two parallel requests counts the link of the first.
 */
export async function countRecoveryLinks(
  tx: Tx,
  wanted: { userId: string; askedByOwner: boolean; now: Date },
): Promise<number> {
  await sql`
    select pg_advisory_xact_lock(hashtext('account_links'), hashtext(${wanted.userId}))`.execute(tx)
  return run.value<{ n: number }>(tx, 0)`
    select count(*)::int as n from account_links
    where user_id = ${wanted.userId} and purpose = 'recovery'
      and asked_by_owner = ${wanted.askedByOwner} and expires_at > ${wanted.now}`
}

/** Consumes a mailed link; exactly one of several parallel calls succeeds. */
export function takeLink(tx: Tx, link: Wanted) {
  return run.row<Link>(tx)`
    delete from account_links
    where token_hash = ${link.tokenHash} and purpose = ${link.purpose}
      and expires_at > ${link.now}
    returning user_id as "userId", password_hash as "passwordHash",
      browser_hash as "browserHash", email, created_at as "createdAt"`
}

/** Deletes the unused mailed links of a person, except undo links. */
export async function deleteOpenLinks(tx: Tx, userId: string) {
  await sql`
    delete from account_links
    where user_id = ${userId} and purpose <> 'email_undo'`.execute(tx)
}

/** Deletes the undo links of a person's changes of address since an instant. */
export async function deleteUndoLinksSince(tx: Tx, userId: string, since: Date) {
  await sql`
    delete from account_links
    where user_id = ${userId} and purpose = 'email_undo' and created_at >= ${since}`.execute(tx)
}
