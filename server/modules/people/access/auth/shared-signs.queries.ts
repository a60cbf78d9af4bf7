import { type Reader, run } from '#server/platform/db/tx.ts'

const SIGNS = ['same_device', 'same_payment', 'same_document', 'same_phone'] as const

/** Signs that two accounts belong to the same person (docs/decisions/0034). */
export type SharedSign = (typeof SIGNS)[number]

/** Signs that two accounts share, by keyed digests of proved and of claimed numbers. */
export async function listSharedSigns(db: Reader, a: string, b: string): Promise<SharedSign[]> {
  const rows = await run.rows<Record<SharedSign, boolean>>(db)`
    select
      exists (
        select from user_devices mine
        join user_devices theirs on theirs.device_index = mine.device_index
        where mine.user_id = ${a} and theirs.user_id = ${b}) as same_device,
      exists (
        select from payments p join payment_attempts mine on mine.payment_id = p.id
        join payment_attempts theirs on theirs.payer_index = mine.payer_index
        join payments q on q.id = theirs.payment_id and q.user_id = ${b}
        where p.user_id = ${a}) as same_payment,
      exists (
        select from users mine join users theirs
          on theirs.identification_index = mine.identification_index
        where mine.id = ${a} and theirs.id = ${b}) as same_document,
      exists (
        select from users mine join users theirs on theirs.phone_index = mine.phone_index
        where mine.id = ${a} and theirs.id = ${b}) as same_phone`
  return SIGNS.filter((sign) => rows[0]?.[sign])
}
