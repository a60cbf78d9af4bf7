import type { Clock } from '../clock.ts'
import type { Tx } from '../db/tx.ts'
import { insertJob } from './jobs.queries.ts'

/** Adds a job to the outbox: it runs only if the transaction commits, at least once. */
export async function enqueue(
  tx: Tx,
  clock: Clock,
  job: { name: string; payload: unknown; runAt?: Date; key?: string },
): Promise<void> {
  const now = clock.now()
  await insertJob(tx, {
    name: job.name,
    payload: job.payload,
    runAt: job.runAt ?? now,
    key: job.key ?? null,
    now,
  })
}
