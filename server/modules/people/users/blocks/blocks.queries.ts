import { type RawBuilder, sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Whether one of two people has blocked the other. */
export function areBlocked(db: Reader, a: string, b: string) {
  return run.value<{ found: boolean }>(db, false)`
    select exists (
      select from blocked_pairs where user_id = ${a} and other_id = ${b}) as found`
}

/** Ids of the people whom this person blocked or who blocked this person. */
export function listBlockedBy(db: Reader, userId: string) {
  return run.values<{ id: string }>(db)`
    select distinct other_id as id from blocked_pairs where user_id = ${userId}`
}

/** Condition on `trips_on_sale o` without trips of blocked drivers; empty for a visitor. */
export function hiddenTrips(viewerId: string | null): RawBuilder<unknown> {
  if (viewerId === null) return sql``
  return sql`and o.trip_id not in (
    select hidden.id from blocked_pairs x join trips hidden on hidden.driver_id = x.other_id
    where x.user_id = ${viewerId})`
}

export function insertBlock(tx: Tx, block: { userId: string; blockedId: string; now: Date }) {
  return run.changedOne(tx)`
    insert into blocks (user_id, blocked_id, created_at)
    values (${block.userId}, ${block.blockedId}, ${block.now})
    on conflict do nothing`
}

export async function deleteBlock(tx: Tx, block: { userId: string; blockedId: string }) {
  await sql`
    delete from blocks
    where user_id = ${block.userId} and blocked_id = ${block.blockedId}`.execute(tx)
}

export function countBlocks(tx: Tx, userId: string) {
  return run.value<{ n: number }>(tx, 0)`
    select count(*)::int as n from blocks where user_id = ${userId}`
}

/** People whom this person blocked, most recent block first. */
export function listBlocksOf(db: Reader, userId: string) {
  return run.rows<{ userId: string; since: Date }>(db)`
    select blocked_id as "userId", created_at as since from blocks
    where user_id = ${userId}
    order by created_at desc, blocked_id`
}

/** Number of open bookings between the two people, one as passenger and one as driver. */
export function countOpenBetween(db: Reader, a: string, b: string) {
  return run.value<{ n: number }>(db, 0)`
    select count(*)::int as n
    from bookings k join trips t on t.id = k.trip_id
    where k.status in ('requested', 'confirmed', 'checked_in')
      and ((k.passenger_id = ${a} and t.driver_id = ${b})
        or (k.passenger_id = ${b} and t.driver_id = ${a}))`
}
