import { sql } from 'kysely'
import { blindIndex } from '#server/platform/crypto.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** Texts about one booking that a person gets at most, by both channels together. */
const TEXTS_PER_BOOKING = 6

/** Keyed digest of a number, by which "no más" finds its owner. */
export const phoneIndex = ({ indexKey }: Pick<Secrets, 'indexKey'>, phone: string) =>
  blindIndex(blindIndex(indexKey, 'notifications.text'), phone)

type Text = { id: string; channel: string; path: string; userId: string | null; index: Buffer }

/** Records a text, once for all its tries; false beyond the limit. `pesos`: what it costs. */
export async function takeText(
  tx: Tx,
  { now, pesos, isLimited, ...text }: Text & { now: Date; pesos: number; isLimited: boolean },
): Promise<boolean> {
  const { id, userId, path, channel, index } = text
  await sql`select pg_advisory_xact_lock(hashtext('sent_texts'), hashtext(${path}))`.execute(tx)
  return run.changedOne(tx)`
    insert into sent_texts (id, user_id, phone_index, channel, path, pesos, sent_at)
    select ${id}, ${userId}::uuid, ${index}, ${channel}, ${path}, ${pesos}::int, ${now}::timestamptz
    where not ${isLimited} or ${TEXTS_PER_BOOKING} > (
      select count(*) from sent_texts where user_id = ${userId} and path = ${path} and id <> ${id})
    on conflict (id) do update set channel = excluded.channel, pesos = excluded.pesos`
}

/** Deletes a text that was not sent. */
export async function deleteText(reader: Reader, id: string) {
  await sql`delete from sent_texts where id = ${id}`.execute(reader)
}

/** Finds a text by its id, or the last one to a number. */
export function findText(
  reader: Reader,
  { id = null, index = null }: { id?: string | null; index?: Buffer | null },
) {
  return run.row<{ userId: string; path: string }>(reader)`
    select user_id as "userId", path from sent_texts
    where (id = ${id} or phone_index = ${index}) and user_id is not null
    order by sent_at desc limit 1`
}
