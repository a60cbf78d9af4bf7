import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export async function insertWoman(tx: Tx, woman: { userId: string; now: Date }) {
  await sql`
    insert into women_declarations (user_id, declared_at) values (${woman.userId}, ${woman.now})
    on conflict do nothing`.execute(tx)
}

export async function deleteWoman(tx: Tx, userId: string) {
  await sql`delete from women_declarations where user_id = ${userId}`.execute(tx)
}

/** Whether the person declared herself a woman, and whether a trip for women only depends on it. */
export async function findWoman(
  reader: Reader,
  userId: string,
): Promise<{ isWoman: boolean; isLocked: boolean }> {
  const rows = await run.rows<{ isWoman: boolean; isUsed: boolean }>(reader)`
    select exists (
        select from women_declarations w where w.user_id = ${userId}) as "isWoman",
      exists (select from trips t where t.driver_id = ${userId}
          and trip_prefers(t.preferences, 'womenOnly'))
        or exists (select from bookings b join trips t on t.id = b.trip_id
          where b.passenger_id = ${userId} and trip_prefers(t.preferences, 'womenOnly'))
        as "isUsed"`
  const { isWoman = false, isUsed = false } = rows[0] ?? {}
  return { isWoman, isLocked: isWoman && isUsed }
}
