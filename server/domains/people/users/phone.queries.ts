import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export async function updatePhoneProved(
  tx: Tx,
  input: { id: string; sealed: Buffer; index: Buffer; at: Date },
): Promise<void> {
  await sql`
    update users set phone_sealed = ${input.sealed},
      phone_index = ${input.index}, phone_proved_at = ${input.at}
    where id = ${input.id}`.execute(tx)
}

export async function ownerOfPhone(reader: Reader, index: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where phone_index = ${index} and phone_proved_at is not null`.execute(reader)
  return rows[0]?.id
}

export async function clearPhone(tx: Tx, id: string): Promise<void> {
  await sql`
    update users set phone_sealed = null, phone_index = null,
      phone_proved_at = null
    where id = ${id}`.execute(tx)
}

/** A page of encrypted phone numbers of people after this id. */
export async function phonesAfter(
  reader: Reader,
  id: string,
): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, phone_sealed as sealed from users
    where id > ${id} and phone_sealed is not null
    order by id limit 500`.execute(reader)
  return rows
}

/** Replaces the ciphertext of a phone number; false when the number was changed meanwhile. */
export async function replacePhone(
  reader: Reader,
  row: { id: string; sealed: Buffer; before: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set phone_sealed = ${row.sealed}
    where id = ${row.id} and phone_sealed = ${row.before}`.execute(reader)
  return numAffectedRows === 1n
}

/**
 * Names of the fields that the person still needs for booking and publishing, from the SQL function
 * `missing_of`.
 */
export async function missingOf(reader: Reader, id: string): Promise<string[]> {
  const { rows } = await sql<{ missing: string }>`
    select missing_of(users) as missing from users where id = ${id}`.execute(reader)
  const missing = rows[0]?.missing ?? ''
  return missing === '' ? [] : missing.split(',')
}

/** Whether a phone number must be proved before booking and publishing. */
export async function readProofNeeded(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select proof_needed as needed from phone_policy`.execute(reader)
  return rows[0]?.needed ?? false
}

/** Stores whether a phone number must be proved; returns whether the value changed. */
export async function saveProofNeeded(reader: Reader, needed: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update phone_policy set proof_needed = ${needed}
    where proof_needed <> ${needed}`.execute(reader)
  return numAffectedRows === 1n
}
