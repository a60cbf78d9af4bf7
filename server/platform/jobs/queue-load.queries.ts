import { type Reader, run } from '../db/tx.ts'

export type QueueLoad = {
  name: string
  /** Number of jobs that wait or run. */
  due: number
  /** Seconds since the oldest of these jobs was due. */
  oldestSeconds: number
  dead: number
}

/** Counts the waiting and abandoned jobs, one row per job name. */
export function listQueueLoad(reader: Reader, { names, now }: { names: string[]; now: Date }) {
  return run.rows<QueueLoad>(reader)`
    select names.name, waiting.due, waiting."oldestSeconds", coalesce(given_up.dead, 0) as dead
    from unnest(${names}::text[]) as names (name)
    cross join lateral (
      select count(*)::int as due,
        coalesce(extract(epoch from ${now}::timestamptz - min(run_at)), 0)::float8
          as "oldestSeconds"
      from jobs where jobs.name = names.name and dead_at is null and run_at <= ${now}
    ) waiting
    left join (
      select name, count(*)::int as dead from jobs
      where dead_at is not null group by name
    ) given_up on given_up.name = names.name`
}
