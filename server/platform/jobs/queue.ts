import type { Clock } from '../clock.ts'
import type { Tx } from '../db/tx.ts'
import { insertJobs, type JobMove, moveJobs } from './jobs.queries.ts'

export type Job = { name: string; payload: unknown; runAt?: Date; key?: string }

/** Adds a job to the outbox: it runs only if the transaction commits, at least once. */
export async function enqueue(tx: Tx, clock: Clock, job: Job): Promise<void> {
  await enqueueAll(tx, clock, [job])
}

/** As `enqueue`, several with one statement. No two of them may have the same key. */
export async function enqueueAll(tx: Tx, clock: Clock, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const now = clock.now()
  await insertJobs(
    tx,
    jobs.map(({ name, payload, runAt, key }) => ({
      name,
      payload,
      runAt: runAt ?? now,
      key: key ?? null,
      now,
    })),
  )
}

/** Reschedules jobs by name, payload and due time; missing ones are ignored. */
export async function reschedule(tx: Tx, name: string, moves: readonly JobMove[]): Promise<void> {
  if (moves.length > 0) await moveJobs(tx, name, moves)
}
