import { addMs, MINUTE_MS } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { claimJobs, deleteJob, type JobRow, retryJob } from './jobs.queries.ts'

/** Runs at least once per job; must tolerate a repeat. */
export type JobHandler = { name: string; run(deps: Deps, payload: unknown): Promise<void> }

/** Runs every so often in every process; must claim its own rows. */
export type RecurringJob = { name: string; everyMs: number; run(deps: Deps): Promise<unknown> }

export type Worker = {
  /** Runs what is due now and returns how many jobs ran; for tests and for draining. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

const IDLE_MS = 500
/** Claimed together and run side by side, so that one that waits for somebody holds up no other. */
const BATCH = 8
/** Longer than any job takes: after it, another worker believes that this one has died. */
const LOCK_MS = 2 * MINUTE_MS
const ATTEMPTS_MAX = 12

/** Executes jobs already in the queue, without timers. */
export function jobRunner(deps: Deps, handlers: JobHandler[]): () => Promise<number> {
  const byName = new Map(handlers.map((handler) => [handler.name, handler]))
  const names = [...byName.keys()]
  return async function runDue() {
    const now = deps.clock.now()
    const lockedUntil = addMs(now, LOCK_MS)
    const jobs = await claimJobs(deps.db, { names, now, lockedUntil, limit: BATCH })
    const ended = await Promise.allSettled(jobs.map((job) => runJob(deps, byName, job)))
    // Not even its failure could be written down; the lock ends by itself.
    const lost = ended.find((each) => each.status === 'rejected')
    if (lost) throw lost.reason
    return jobs.length
  }
}

async function runJob(deps: Deps, byName: Map<string, JobHandler>, job: JobRow): Promise<void> {
  try {
    await byName.get(job.name)?.run(deps, job.payload)
    await deleteJob(deps.db, job.id)
  } catch (error) {
    const dead = job.attempts >= ATTEMPTS_MAX
    const now = deps.clock.now()
    const runAt = addMs(now, Math.min(60 * MINUTE_MS, 1_000 * 2 ** job.attempts))
    deps.metrics.count('job_failed', { name: job.name })
    deps.log[dead ? 'error' : 'warn']({ job: job.name, attempts: job.attempts, err: error }, 'job')
    await retryJob(deps.db, {
      id: job.id,
      runAt,
      error: error instanceof Error ? error.message : String(error),
      deadAt: dead ? now : null,
    })
  }
}

/** Starts the loop over the queue and the timers of the recurring jobs. */
export function startWorker(deps: Deps, handlers: JobHandler[], recurring: RecurringJob[]): Worker {
  const runDue = jobRunner(deps, handlers)
  const stopping = new AbortController()
  const loops = [
    loop(deps, stopping.signal, 'queue', IDLE_MS, runDue),
    ...recurring.map((job) =>
      loop(deps, stopping.signal, job.name, job.everyMs, async () => {
        await job.run(deps)
        return 0
      }),
    ),
  ]
  return {
    runDue,
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function loop(
  deps: Deps,
  signal: AbortSignal,
  name: string,
  pauseMs: number,
  run: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    let done = 0
    try {
      done = await run()
    } catch (error) {
      if (!signal.aborted) deps.log.warn({ loop: name, err: error }, 'background loop')
    }
    if (done === 0) await pause(pauseMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}
