import { sql } from 'kysely'
import type { Part } from '#server/platform/paging.ts'
import { type Reader, run, type Tx } from '../db/tx.ts'
import type { QueueCount } from '../deps.ts'
import type { JobRow } from './jobs.queries.ts'

export type DeadJobRow = JobRow & { error: string | null; deadAt: Date }

/** Lists the abandoned jobs of these names, oldest first. */
export async function listDeadJobs(
  reader: Reader,
  part: { names: string[] } & Part,
): Promise<{ found: DeadJobRow[]; total: number }> {
  const { rows: found } = await sql<DeadJobRow>`
    select id, name, payload, attempts, last_error as error, dead_at as "deadAt"
    from jobs where name = any(${part.names}::text[]) and dead_at is not null
    order by dead_at, id limit ${part.limit} offset ${part.offset}`.execute(reader)
  const { rows } = await countDeadJobs(reader, part.names)
  return { found, total: rows[0]?.count ?? 0 }
}

export const countDeadJobs = (reader: Reader, names: string[]) =>
  sql<QueueCount>`
    select count(*)::int as count, min(dead_at) as "oldestAt"
    from jobs where name = any(${names}::text[]) and dead_at is not null`.execute(reader)

/** Restarts an abandoned job. Returns false if it does not exist. */
export function reviveJob(tx: Tx, job: { id: string; names: string[]; now: Date }) {
  return run.changedOne(tx)`
    update jobs set dead_at = null, attempts = 0, run_at = ${job.now}, locked_until = null
    where id = ${job.id} and name = any(${job.names}::text[])
      and dead_at is not null`
}

/** Deletes an abandoned job. Returns false if it does not exist. */
export function deleteDeadJob(tx: Tx, job: { id: string; names: string[] }) {
  return run.changedOne(tx)`
    delete from jobs where id = ${job.id} and name = any(${job.names}::text[])
      and dead_at is not null`
}
