import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type AccountRow = {
  id: string
  userId: string
  sealed: Buffer
  identificationVersion: number
  preferred: boolean
  usableFrom: Date
  removedAt: Date | null
}

const columns = sql`
  a.id, a.user_id as "userId", a.sealed, a.identification_version as "identificationVersion",
  a.preferred, a.usable_from as "usableFrom", a.removed_at as "removedAt"`

/** Accounts of a person that are not removed, preferred one first, then oldest first. */
export function listAccountsOf(reader: Reader, userId: string) {
  return run.rows<AccountRow>(reader)`
    select ${columns} from payout_accounts a
    where a.user_id = ${userId} and a.removed_at is null
    order by a.preferred desc, a.created_at, a.id`
}

/** A payout account of this person, removed ones included. */
export function findAccount(reader: Reader, input: { id: string; userId: string }) {
  return run.row<AccountRow>(reader)`
    select ${columns} from payout_accounts a
    where a.id = ${input.id} and a.user_id = ${input.userId}`
}

/** Whether an account is not removed, and of the identity that its owner has verified now. */
export function isAccountCurrent(reader: Reader, id: string) {
  return run.value<{ isCurrent: boolean }>(reader, false)`
    select a.removed_at is null and u.identity_verified_at is not null
      and u.identification_version = a.identification_version as "isCurrent"
    from payout_accounts a join users u on u.id = a.user_id where a.id = ${id}`
}

/** Payout account of a person with this number. */
export function findAccountByIndex(reader: Reader, input: { userId: string; index: Buffer }) {
  return run.row<AccountRow>(reader)`
    select ${columns} from payout_accounts a
    where a.user_id = ${input.userId} and a.number_index = ${input.index}
      and a.removed_at is null`
}

export type NewAccountRow = {
  id: string
  userId: string
  kind: string
  bank: string | null
  accountType: string | null
  keyType: string | null
  sealed: Buffer
  index: Buffer
  identificationVersion: number
  preferred: boolean
  now: Date
  usableFrom: Date
}

export function insertAccount(tx: Tx, account: NewAccountRow) {
  return run.row<AccountRow>(tx)`
    insert into payout_accounts as a (id, user_id, kind, bank_code, account_type, key_type, sealed,
      number_index, identification_version, preferred, created_at, usable_from)
    values (${account.id}, ${account.userId}, ${account.kind}, ${account.bank},
      ${account.accountType}, ${account.keyType}, ${account.sealed}, ${account.index},
      ${account.identificationVersion}, ${account.preferred}, ${account.now},
      ${account.usableFrom})
    returning ${columns}`
}

/** Makes one payout account of a person the only preferred one; null: none. */
export async function preferRow(tx: Tx, input: { userId: string; id: string | null }) {
  await sql`
    update payout_accounts set preferred = false
    where user_id = ${input.userId} and preferred and id is distinct from ${input.id}::uuid
    `.execute(tx)
  await sql`
    update payout_accounts set preferred = true
    where user_id = ${input.userId} and id = ${input.id}::uuid and removed_at is null`.execute(tx)
}

export async function removeRow(tx: Tx, input: { id: string; now: Date }) {
  await sql`
    update payout_accounts set removed_at = ${input.now}, preferred = false
    where id = ${input.id} and removed_at is null`.execute(tx)
}

/** Pesos of the open withdrawals to this payout account. */
export function sumOpenTo(reader: Reader, accountId: string) {
  return run.value<{ pesos: number }>(reader, 0)`
    select coalesce(sum(amount_pesos), 0)::bigint as pesos from withdrawals
    where account_id = ${accountId} and closed_at is null`
}

/** Removes the accounts of a person and their numbers. Rows stay: withdrawals reference them. */
export async function forgetAccounts(tx: Tx, { userId, now }: { userId: string; now: Date }) {
  await sql`
    update payout_accounts set sealed = ${Buffer.alloc(0)}, preferred = false,
      removed_at = coalesce(removed_at, ${now})
    where user_id = ${userId} and length(sealed) > 0`.execute(tx)
}

/** Replaces the digests of a person's removed accounts: no other account equals them any more. */
export async function forgetNumbers(tx: Tx, userId: string) {
  await sql`
    update payout_accounts set number_index = sha256(convert_to(id::text, 'UTF8'))
    where user_id = ${userId} and removed_at is not null`.execute(tx)
}
