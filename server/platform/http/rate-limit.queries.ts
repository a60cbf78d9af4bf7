import { sql } from 'kysely'
import { addMs, CLOCK_WRONG_MS } from '../clock.ts'
import { type Db, run, type Tx } from '../db/tx.ts'

/**
 * Counts one hit in the fixed window of a key, over all processes. Returns the hits so far. A
 * window of a wrong clock is over, so that nobody is locked out for days.
 */
export async function countHit(
  db: Db,
  input: { key: string; now: Date; windowEndsAt: Date },
): Promise<{ hits: number; windowEndsAt: Date }> {
  const latest = addMs(input.windowEndsAt, CLOCK_WRONG_MS)
  const over = sql`(r.window_ends_at <= ${input.now} or r.window_ends_at > ${latest})`
  const rows = await run.rows<{ hits: number; window_ends_at: Date }>(db)`
    insert into rate_limits as r (key, window_ends_at, hits)
    values (${input.key}, ${input.windowEndsAt}, 1)
    on conflict (key) do update set
      hits = case when ${over} then 1 else r.hits + 1 end,
      window_ends_at = case when ${over}
        then excluded.window_ends_at else r.window_ends_at end
    returning hits, window_ends_at`
  const row = rows[0]
  return { hits: row?.hits ?? 1, windowEndsAt: row?.window_ends_at ?? input.windowEndsAt }
}

/** Returns the hits in the open window of a key; 0 when none is open. */
export function readHits(db: Db, { key, now }: { key: string; now: Date }) {
  return run.value<{ hits: number }>(db, 0)`
    select hits from rate_limits where key = ${key} and window_ends_at > ${now}`
}

export async function purgeHits(db: Db, before: Date) {
  await sql`delete from rate_limits where window_ends_at < ${before}`.execute(db)
}

/** Removes one hit of a rate limit, for a request that must not count. */
export async function releaseHit(db: Db, key: string) {
  await sql`update rate_limits set hits = greatest(hits - 1, 0) where key = ${key}`.execute(db)
}

/** Forgets the hits of these keys, and of keys that begin with `prefix`. */
export async function forgetHits(
  tx: Tx,
  { keys, prefix = null }: { keys: readonly string[]; prefix?: string | null },
) {
  await sql`
    delete from rate_limits
    where key = any(${[...keys]}::text[])
      or (${prefix}::text is not null and starts_with(key, ${prefix}))`.execute(tx)
}
