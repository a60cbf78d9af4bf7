import type { Clock } from '../clock.ts'
import type { Tx } from '../db/tx.ts'
import { insertJobs, type Job, type JobMove, moveJobs } from './jobs.queries.ts'

/** Queues a job in the transaction: it runs at least once, and only if the transaction commits. */
export async function enqueue(tx: Tx, clock: Clock, job: Job): Promise<void> {
  await enqueueAll(tx, clock, [job])
}

/** Queues several jobs with one statement. Their keys must differ. */
export async function enqueueAll(tx: Tx, clock: Clock, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0) await insertJobs(tx, jobs, clock.now())
}

/** Reschedules jobs by name, payload and due time; missing jobs are ignored. */
export async function reschedule(tx: Tx, name: string, moves: readonly JobMove[]): Promise<void> {
  if (moves.length > 0) await moveJobs(tx, name, moves)
}
