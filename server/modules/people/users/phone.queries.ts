import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'

export async function updatePhoneProved(
  tx: Tx,
  input: { id: string; sealed: Buffer; index: Buffer; at: Date },
) {
  await sql`
    update users set phone_sealed = ${input.sealed},
      phone_index = ${input.index}, phone_proved_at = ${input.at}
    where id = ${input.id}`.execute(tx)
}

/** Id of the person who proved the number with this index. */
export function findOwnerOfPhone(reader: Reader, index: Buffer) {
  return run.value<{ id: string }>(reader)`
    select id from users
    where phone_index = ${index} and phone_proved_at is not null`
}

export async function forgetPhone(tx: Tx, id: string) {
  await sql`
    update users set phone_sealed = null, phone_index = null, phone_proved_at = null
    where id = ${id}`.execute(tx)
}

/** Missing fields for booking and publishing, from the SQL function `missing_of`. */
export async function listMissingFields(reader: Reader, id: string): Promise<string[]> {
  const rows = await run.rows<{ missing: string }>(reader)`
    select missing_of(users) as missing from users where id = ${id}`
  const missing = rows[0]?.missing ?? ''
  return missing === '' ? [] : missing.split(',')
}

/** Whether a phone number must be proved before booking and publishing, see `setPhonePolicy`. */
export function isProofNeeded(reader: Reader) {
  return run.value<{ needed: boolean }>(reader, false)`
    select proof_needed as needed from phone_policy`
}

/**
 * Stores whether booking and publishing need a proved phone number, which is so when codes can be
 * sent. Called once at the start of the server; stored so that SQL functions can check it.
 */
export async function setPhonePolicy({ db }: Pick<Deps, 'db'>, needed: boolean) {
  await sql`
    update phone_policy set proof_needed = ${needed} where proof_needed <> ${needed}`.execute(db)
}
