import { sql } from 'kysely'
import { addMs, CLOCK_WRONG_MS } from '../clock.ts'
import { type Reader, run, type Tx } from '../db/tx.ts'
import { newId } from '../ids.ts'

export type JobRow = { id: string; name: string; payload: unknown; attempts: number }

/** `key`: at most one open job has it. `runAt`: now if unset. */
export type Job = { name: string; payload: unknown; runAt?: Date; key?: string }

/** Inserts jobs. The key of an abandoned job restarts that job; that of an open job is ignored. */
export async function insertJobs(tx: Tx, jobs: readonly Job[], now: Date) {
  await sql`
    insert into jobs (id, name, payload, key, run_at, created_at)
    select *, ${now}::timestamptz from unnest(
      ${jobs.map(() => newId())}::uuid[], ${jobs.map(({ name }) => name)}::text[],
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${jobs.map(({ key }) => key ?? null)}::text[],
      ${jobs.map(({ runAt }) => runAt ?? now)}::timestamptz[])
    on conflict (key) where key is not null do update
      set payload = excluded.payload, run_at = excluded.run_at, attempts = 0,
        locked_until = null, dead_at = null
      where jobs.dead_at is not null`.execute(tx)
}

export type JobMove = { payload: unknown; from: Date; to: Date }

/** Reschedules jobs. Finds them by name and due time in the index, then by their payload. */
export async function moveJobs(tx: Tx, name: string, moves: readonly JobMove[]) {
  await sql`
    update jobs set run_at = moved.later
    from unnest(${moves.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${moves.map(({ from }) => from)}::timestamptz[],
      ${moves.map(({ to }) => to)}::timestamptz[]) as moved (payload, earlier, later)
    where jobs.name = ${name} and jobs.dead_at is null and jobs.run_at = moved.earlier
      and jobs.payload @> moved.payload`.execute(tx)
}

/**
 * Claims due jobs of these names until `lockedUntil`; other workers skip them. Searches the index
 * by each name, so that waiting jobs of another name cost nothing. A lock of a wrong clock is over.
 */
export function claimJobs(
  db: Reader,
  input: { names: string[]; now: Date; lockedUntil: Date; limit: number },
) {
  return run.rows<JobRow>(db)`
    update jobs set locked_until = ${input.lockedUntil}, attempts = attempts + 1
    where id in (
      select due.id from unnest(${input.names}::text[]) as names (name), lateral (
        select id, run_at from jobs
        where jobs.name = names.name and run_at <= ${input.now} and dead_at is null
          and (locked_until is null or locked_until < ${input.now}
            or locked_until > ${addMs(input.lockedUntil, CLOCK_WRONG_MS)})
        order by run_at
        limit ${input.limit}
        for update skip locked
      ) due
      order by due.run_at
      limit ${input.limit}
    )
    returning id, name, payload, attempts`
}

/**
 * Returns which of these names have a due job, as `claimJobs` would find it: one statement for all
 * lanes in place of a claim by each.
 */
export function listDueNames(db: Reader, input: { names: string[]; now: Date; lockedUntil: Date }) {
  return run.values<{ name: string }>(db)`
    select names.name from unnest(${input.names}::text[]) as names (name)
    where exists (
      select from jobs
      where jobs.name = names.name and run_at <= ${input.now} and dead_at is null
        and (locked_until is null or locked_until < ${input.now}
          or locked_until > ${addMs(input.lockedUntil, CLOCK_WRONG_MS)}))`
}

export async function deleteJob(db: Reader, id: string) {
  await sql`delete from jobs where id = ${id}`.execute(db)
}

/** Makes a waiting job due now. Returns false if no job has this key. */
export function hurryJob(db: Reader, job: { name: string; key: string; now: Date }) {
  return run.changedOne(db)`
    update jobs set run_at = least(run_at, ${job.now})
    where name = ${job.name} and key = ${job.key} and dead_at is null`
}

/** Deletes a waiting job that is no longer needed. */
export async function endJob(db: Reader, job: { name: string; key: string }) {
  await sql`
    delete from jobs where name = ${job.name} and key = ${job.key}
      and locked_until is null`.execute(db)
}

export async function retryJob(
  db: Reader,
  input: { id: string; attempts: number; runAt: Date; error: string; deadAt: Date | null },
) {
  await sql`
    update jobs set run_at = ${input.runAt}, locked_until = null, last_error = ${input.error},
      attempts = ${input.attempts}, dead_at = ${input.deadAt}
    where id = ${input.id}`.execute(db)
}

/** Postpones a claimed job without counting the attempt. */
export async function postponeJob(db: Reader, input: { id: string; runAt: Date; why: string }) {
  await sql`
    update jobs set run_at = ${input.runAt}, locked_until = null, last_error = ${input.why},
      attempts = greatest(attempts - 1, 0)
    where id = ${input.id}`.execute(db)
}

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
