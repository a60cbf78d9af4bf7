import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/tx.ts'

/** Stores the person's open phone code, which replaces an earlier one. */
export async function keepPhoneCode(
  tx: Tx,
  code: { userId: string; phoneSealed: Buffer; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into phone_codes (user_id, phone_sealed, code_hash, expires_at)
    values (${code.userId}, ${code.phoneSealed}, ${code.hash}, ${code.expiresAt})
    on conflict (user_id) do update
    set phone_sealed = excluded.phone_sealed, code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, tries = 0`.execute(tx)
}

/** Counts an attempt and returns the phone code; undefined without attempts left. */
export async function tryPhoneCode(
  db: Db,
  wanted: { userId: string; triesMax: number; now: Date },
): Promise<{ phoneSealed: Buffer; hash: Buffer } | undefined> {
  const { rows } = await sql<{ phoneSealed: Buffer; hash: Buffer }>`
    update phone_codes set tries = tries + 1
    where user_id = ${wanted.userId} and tries < ${wanted.triesMax}
      and expires_at > ${wanted.now}
    returning phone_sealed as "phoneSealed", code_hash as hash`.execute(db)
  return rows[0]
}

/** Consumes a phone code; exactly one of several parallel calls succeeds. */
export async function takePhoneCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from phone_codes where user_id = ${userId} and code_hash = ${hash}`.execute(tx)
  return numAffectedRows === 1n
}

type SealedNumber = { id: string; sealed: Buffer }

/** A page of encrypted phone numbers of open codes; `id` is the id of the person. */
export async function listCodesAfter(db: Db, id: string): Promise<SealedNumber[]> {
  const { rows } = await sql<SealedNumber>`
    select user_id as id, phone_sealed as sealed from phone_codes
    where user_id > ${id} order by user_id limit 200`.execute(db)
  return rows
}

/** Replaces the ciphertext of a number; false when the person asked for another code meanwhile. */
export async function replaceCodeNumber(
  db: Db,
  code: SealedNumber & { anew: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update phone_codes set phone_sealed = ${code.anew}
    where user_id = ${code.id} and phone_sealed = ${code.sealed}`.execute(db)
  return numAffectedRows === 1n
}
