import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** Signs that two accounts belong to the same person (docs/decisions/0078). */
export type SharedSign = 'same_device' | 'same_payment' | 'same_document' | 'same_phone'

/**
 * Signs that these two accounts share: browser, payment method of their top-ups, document number,
 * phone number. Compares keyed digests of proved and of claimed numbers.
 */
export async function sharedSigns(db: Reader, a: string, b: string): Promise<SharedSign[]> {
  const { rows } = await sql<{
    device: boolean
    payment: boolean
    document: boolean
    phone: boolean
  }>`
    select
      exists (
        select from user_devices mine
        join user_devices theirs on theirs.device_index = mine.device_index
        where mine.user_id = ${a} and theirs.user_id = ${b}) as device,
      exists (
        select from payments p join payment_attempts mine on mine.payment_id = p.id
        join payment_attempts theirs on theirs.payer_index = mine.payer_index
        join payments q on q.id = theirs.payment_id and q.user_id = ${b}
        where p.user_id = ${a}) as payment,
      exists (
        select from users mine join users theirs
          on theirs.identification_index = mine.identification_index
        where mine.id = ${a} and theirs.id = ${b}) as document,
      exists (
        select from users mine join users theirs on theirs.phone_index = mine.phone_index
        where mine.id = ${a} and theirs.id = ${b}) as phone`.execute(db)
  const [found] = rows
  return [
    ...(found?.device ? (['same_device'] as const) : []),
    ...(found?.payment ? (['same_payment'] as const) : []),
    ...(found?.document ? (['same_document'] as const) : []),
    ...(found?.phone ? (['same_phone'] as const) : []),
  ]
}
