import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

/** Whether one of two people has blocked the other. */
export async function areBlocked(db: Reader, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from blocked_pairs where user_id = ${a} and other_id = ${b}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Ids of the people whom this person blocked or who blocked this person. */
export async function listBlockedBy(db: Reader, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct other_id as id from blocked_pairs where user_id = ${userId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Condition on `trips_on_sale o` without trips of blocked drivers; empty for a visitor. */
export function hiddenTrips(viewerId: string | null): RawBuilder<unknown> {
  if (viewerId === null) return sql``
  return sql`and o.trip_id not in (
    select hidden.id from blocked_pairs x join trips hidden on hidden.driver_id = x.other_id
    where x.user_id = ${viewerId})`
}

export async function insertBlock(
  tx: Tx,
  block: { userId: string; blockedId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into blocks (user_id, blocked_id, created_at)
    values (${block.userId}, ${block.blockedId}, ${block.now})
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

export async function deleteBlock(
  tx: Tx,
  block: { userId: string; blockedId: string },
): Promise<void> {
  await sql`
    delete from blocks
    where user_id = ${block.userId} and blocked_id = ${block.blockedId}`.execute(tx)
}

export async function countBlocks(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from blocks where user_id = ${userId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** People whom this person blocked, most recent block first. */
export async function listBlocksOf(
  db: Reader,
  userId: string,
): Promise<{ userId: string; since: Date }[]> {
  const { rows } = await sql<{ userId: string; since: Date }>`
    select blocked_id as "userId", created_at as since from blocks
    where user_id = ${userId}
    order by created_at desc, blocked_id`.execute(db)
  return rows
}

/** Number of open bookings between the two people, one as passenger and one as driver. */
export async function countOpenBetween(db: Reader, a: string, b: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from bookings k join trips t on t.id = k.trip_id
    where k.status in ('requested', 'confirmed', 'checked_in')
      and ((k.passenger_id = ${a} and t.driver_id = ${b})
        or (k.passenger_id = ${b} and t.driver_id = ${a}))`.execute(db)
  return rows[0]?.n ?? 0
}
