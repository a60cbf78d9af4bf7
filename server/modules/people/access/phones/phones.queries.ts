import { sql } from 'kysely'
import { type Db, run, type Tx } from '#server/platform/db/tx.ts'

/** Stores the person's open phone code, which replaces an earlier one. */
export async function keepPhoneCode(
  tx: Tx,
  code: { userId: string; phoneSealed: Buffer; hash: Buffer; expiresAt: Date },
) {
  await sql`
    insert into phone_codes (user_id, phone_sealed, code_hash, expires_at)
    values (${code.userId}, ${code.phoneSealed}, ${code.hash}, ${code.expiresAt})
    on conflict (user_id) do update
    set phone_sealed = excluded.phone_sealed, code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, tries = 0`.execute(tx)
}

/** Counts an attempt and returns the phone code; undefined without attempts left. */
export function tryPhoneCode(db: Db, wanted: { userId: string; triesMax: number; now: Date }) {
  return run.row<{ phoneSealed: Buffer; hash: Buffer }>(db)`
    update phone_codes set tries = tries + 1
    where user_id = ${wanted.userId} and tries < ${wanted.triesMax}
      and expires_at > ${wanted.now}
    returning phone_sealed as "phoneSealed", code_hash as hash`
}

/** Consumes a phone code; exactly one of several parallel calls succeeds. */
export function takePhoneCode(tx: Tx, userId: string, hash: Buffer) {
  return run.changedOne(tx)`
    delete from phone_codes where user_id = ${userId} and code_hash = ${hash}`
}
