import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

export type Signers = {
  firstIsVerified: boolean
  secondIsVerified: boolean
  /** Both gave the same phone number, and at least one of them proved it. */
  samePhone: boolean
  /** Both have, or had, the same bank account for withdrawals. */
  sameAccount: boolean
  samePhoto: boolean
}

/** Data that two accounts share, by keyed digests; undefined when an account is missing. */
export async function findSigners(
  reader: Reader,
  { first, second }: { first: string; second: string },
): Promise<Signers | undefined> {
  const { rows } = await sql<Signers>`
    select a.identity_verified_at is not null as "firstIsVerified",
      b.identity_verified_at is not null as "secondIsVerified",
      coalesce(a.phone_index = b.phone_index
        and (a.phone_proved_at is not null or b.phone_proved_at is not null), false)
        as "samePhone",
      exists (
        select from payout_accounts x join payout_accounts y on y.number_index = x.number_index
        where x.user_id = a.id and y.user_id = b.id) as "sameAccount",
      exists (
        select from documents x join documents y on y.sha256 = x.sha256
        where x.owner_id = a.id and y.owner_id = b.id
          and x.kind in ('identity_front', 'identity_back')
          and y.kind in ('identity_front', 'identity_back')) as "samePhoto"
    from users a, users b
    where a.id = ${first} and b.id = ${second}`.execute(reader)
  return rows[0]
}

/** Ids of the given people with a browser of this person: no proof, shown to the second signer. */
export async function findSharedDevices(
  reader: Reader,
  userId: string,
  others: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = others.filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct theirs.user_id as id
    from user_devices mine join user_devices theirs on theirs.device_index = mine.device_index
    where mine.user_id = ${userId} and theirs.user_id = any(${ids}::uuid[])
      and theirs.user_id <> mine.user_id`.execute(reader)
  return new Set(rows.map(({ id }) => id))
}
