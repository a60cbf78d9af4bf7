import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Returns when an address was refused (null: by Apple); undefined if mail is sent to it. */
export function findSuppression(reader: Reader, asked: { addressHash: Buffer; after: Date }) {
  return run.row<{ refusedAt: Date | null }>(reader)`
    select refused_at as "refusedAt" from mail_suppressions
    where address_hash = ${asked.addressHash}
      and (refused_at is null or refused_at > ${asked.after})`
}

/** Saves a suppression. Returns whether the address was not suppressed before. */
export function saveSuppression(
  tx: Tx,
  row: { addressHash: Buffer; userId: string | null; reply: string; now: Date | null; after: Date },
) {
  return run.value<{ isNew: boolean }>(tx, false)`
    insert into mail_suppressions as s (address_hash, user_id, reply, refused_at)
    values (${row.addressHash}, ${row.userId}, ${row.reply}, ${row.now})
    on conflict (address_hash) do update set user_id = excluded.user_id, reply = excluded.reply,
      refused_at = excluded.refused_at
    returning coalesce(old.refused_at <= ${row.after}, true) as "isNew"`
}

export async function deleteSuppression(reader: Reader, addressHash: Buffer) {
  await sql`delete from mail_suppressions where address_hash = ${addressHash}`.execute(reader)
}

/** Returns the address of a person; undefined once the account is closed. */
export function findAddressOf(reader: Reader, userId: string) {
  return run.value<{ email: string }>(reader)`
    select email from users where id = ${userId}`
}

/** Finds the owner of an address, preferably the person who confirmed it. */
export function findOwnerOfAddress(reader: Reader, emailKey: string) {
  return run.row<{ id: string; email: string }>(reader)`
    select id, email from users where email_key = ${emailKey}
    order by email_confirmed_at nulls last, id limit 1`
}
