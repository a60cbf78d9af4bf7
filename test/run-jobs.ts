import { jobHandlers, recurringJobs } from '#server/modules.ts'
import type { Deps } from '#server/platform/deps.ts'
import { jobRunner } from '#server/platform/jobs/worker.ts'

/** Rounds after which a queue that refills itself is given up. */
const ROUNDS_MAX = 200

export type RunsJobs = {
  /** Runs the jobs of the queue until none is due; no recurring job. */
  runJobs(): Promise<void>
  /** Runs recurring jobs by their names in this order, then the queue. */
  runRecurring(...names: string[]): Promise<void>
}

/** Returns what a test uses in place of the worker's loops. */
export function jobsOf(deps: Deps): RunsJobs {
  const runDue = jobRunner(deps, jobHandlers)
  async function runJobs() {
    for (let round = 0; round < ROUNDS_MAX && (await runDue()) > 0; round += 1);
  }
  return {
    runJobs,
    async runRecurring(...names) {
      for (const name of names) await recurringJob(name).run(deps)
      await runJobs()
    },
  }
}

/** Names of all recurring jobs, for `runRecurring(...EVERY_JOB)`. */
export const EVERY_JOB = recurringJobs.map(({ name }) => name)

/** Finds a recurring job; throws for a name that no module has. */
export function recurringJob(name: string) {
  const job = recurringJobs.find((each) => each.name === name)
  if (!job) throw new Error(`no recurring job is called ${name}`)
  return job
}
