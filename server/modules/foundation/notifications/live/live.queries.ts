import { sql } from 'kysely'
import type { LiveType } from '#contract/live.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type LiveRow = {
  id: string
  userId: string
  type: LiveType
  ref: string
  createdAt: Date
  /** Id of the transaction that wrote the event. */
  tx: string
}

/** `low`: every transaction below this id had ended. */
export type LiveRead = { low: string; rows: LiveRow[] }

export async function insertLiveEvents(
  tx: Tx,
  events: { ids: string[]; userIds: string[]; type: LiveType; ref: string },
) {
  await sql`
    insert into live_events (id, user_id, type, ref)
    select added.id, added.user_id, ${events.type}, ${events.ref}
    from unnest(${events.ids}::uuid[], ${events.userIds}::uuid[]) as added (id, user_id)
    `.execute(tx)
}

/** Returns the transaction id below which no new event can appear. */
export async function findOldestOpenTransaction(reader: Reader): Promise<string> {
  return run.value<{ low: string | null }>(reader, '0')`
    select pg_snapshot_xmin(pg_current_snapshot())::text as low`
}

/** Row of the left join: without events there is one row with `low` only. */
type FoundRow = { low: string | null } & { [K in keyof LiveRow]: LiveRow[K] | null }

/** Reads `low` and the events from transaction `from` on, of one person or (null) of all people. */
export async function findLiveEvents(
  reader: Reader,
  asked: { from: string; userId: string | null; limit: number | null },
): Promise<LiveRead> {
  const rows = await run.rows<FoundRow>(reader)`
    select mark.low::text as low, e.id, e.user_id as "userId", e.type, e.ref,
      e.created_at as "createdAt", e.tx::text as tx
    from (select pg_snapshot_xmin(pg_current_snapshot()) as low) as mark
    left join lateral (
      select * from live_events
      where tx >= ${asked.from}::text::xid8
        and (${asked.userId}::uuid is null or user_id = ${asked.userId})
      order by tx, id
      limit ${asked.limit}) as e on true
    order by e.tx, e.id`
  const found = rows.filter((row): row is FoundRow & LiveRow => row.id !== null)
  return { low: rows[0]?.low ?? '0', rows: found }
}

/** Lists which of these sessions are neither revoked nor expired. */
export function listOpenSessionsAmong(reader: Reader, asked: { ids: string[]; now: Date }) {
  return run.values<{ id: string }>(reader)`
    select id from sessions
    where id = any(${asked.ids}::uuid[]) and revoked_at is null and expires_at > ${asked.now}
    `
}

export function purgeLiveEvents(tx: Tx, createdBefore: Date) {
  return run.changes(tx)`delete from live_events where created_at < ${createdBefore}`
}
