import { setTimeout as sleep } from 'node:timers/promises'
import { addMs, MINUTE_MS } from '../clock.ts'
import { isClockWrong } from '../clock-watch.ts'
import type { Deps } from '../deps.ts'
import { inSpan } from '../tracing.ts'
import {
  claimJobs,
  deleteJob,
  type JobRow,
  listDueNames,
  postponeJob,
  retryJob,
} from './jobs.queries.ts'
import { defaultLane, JobPostponed, type Lane, type OnWrongClock, OutcomeUnknown } from './lanes.ts'

/** Runs at least once per job, so it must tolerate a repeat. */
export type JobHandler = {
  name: string
  /** Lane of the job; `defaultLane` if unset. */
  lane?: Lane
  run(deps: Deps, payload: unknown): Promise<void>
}

/** A task that every process repeats at an interval; it must claim its own rows. */
export type RecurringJob = {
  name: string
  everyMs: number
  /** A job that posts, pays, purges, expires or closes waits while the clock is wrong. */
  onWrongClock: OnWrongClock
  run(deps: Deps): Promise<unknown>
}

export type Worker = {
  /** Runs the due jobs and returns their number; for tests and for draining the queue. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

const IDLE_MS = 500
/** Lock time, longer than any job takes; after it another worker runs the job again. */
const LOCK_MS = 2 * MINUTE_MS
const ATTEMPTS_MAX = 12
/** Attempts that one with an unknown outcome counts for. */
const UNKNOWN_WEIGHT = ATTEMPTS_MAX / 3

/** Handlers of a lane, whose width limits their parallel jobs. */
type LaneWork = { lane: Lane; handlers: Map<string, JobHandler> }

function lanesOf(handlers: JobHandler[]): LaneWork[] {
  const byLane = Map.groupBy(handlers, (handler) => handler.lane ?? defaultLane)
  return [...byLane].map(([lane, its]) => ({
    lane,
    handlers: new Map(its.map((handler) => [handler.name, handler])),
  }))
}

/** Returns a function that runs the due jobs of all lanes in parallel, without timers. */
export function jobRunner(deps: Deps, handlers: JobHandler[]): () => Promise<number> {
  const lanes = lanesOf(handlers)
  const names = handlers.map(({ name }) => name)
  return async function runDue() {
    const now = deps.clock.now()
    const due = await listDueNames(deps.db, { names, now, lockedUntil: addMs(now, LOCK_MS) })
    const busy = lanes.filter((work) => due.some((name) => work.handlers.has(name)))
    const rounds = await Promise.all(busy.map((work) => runRound(deps, work)))
    return rounds.reduce((sum, ran) => sum + ran, 0)
  }
}

/** Whether work waits until the clock of this process is right again. */
const mustWait = (deps: Deps, { onWrongClock }: { onWrongClock: OnWrongClock }) =>
  onWrongClock === 'waits' && isClockWrong(deps)

async function runRound(deps: Deps, work: LaneWork): Promise<number> {
  const jobs = await claim(deps, work, work.lane.width)
  const ended = await Promise.allSettled(jobs.map((job) => runJob(deps, work, job)))
  // The failure could not be stored either; the lock of the job expires.
  const lost = ended.find((each) => each.status === 'rejected')
  if (lost) throw lost.reason
  return jobs.length
}

async function claim(deps: Deps, work: LaneWork, limit: number): Promise<JobRow[]> {
  const { handlers, lane } = work
  if (mustWait(deps, lane)) return []
  const now = deps.clock.now()
  const lockedUntil = addMs(now, LOCK_MS)
  return await claimJobs(deps.db, { names: [...handlers.keys()], now, lockedUntil, limit })
}

async function runJob(deps: Deps, { handlers }: LaneWork, job: JobRow): Promise<void> {
  try {
    const span = { kind: 'consumer', attributes: { 'job.attempt': job.attempts } } as const
    await inSpan(`job ${job.name}`, span, async () => {
      await handlers.get(job.name)?.run(deps, job.payload)
    })
    await deleteJob(deps.db, job.id)
  } catch (error) {
    if (error instanceof JobPostponed) await postpone(deps, job, error)
    else await retryLater(deps, job, error)
  }
}

async function postpone(deps: Deps, job: JobRow, { runAt, message }: JobPostponed): Promise<void> {
  deps.metrics.count('job_postponed', { name: job.name })
  await postponeJob(deps.db, { id: job.id, runAt, why: message })
}

async function retryLater(deps: Deps, job: JobRow, error: unknown): Promise<void> {
  const attempts = job.attempts + (error instanceof OutcomeUnknown ? UNKNOWN_WEIGHT - 1 : 0)
  const dead = attempts >= ATTEMPTS_MAX
  const now = deps.clock.now()
  deps.metrics.count('job_failed', { name: job.name })
  deps.log[dead ? 'error' : 'warn']({ job: job.name, attempts, err: error }, 'job')
  await retryJob(deps.db, {
    id: job.id,
    attempts,
    runAt: addMs(now, Math.min(60 * MINUTE_MS, 1_000 * 2 ** attempts)),
    error: error instanceof Error ? error.message : String(error),
    deadAt: dead ? now : null,
  })
}

/** Starts one loop per lane and one per recurring job. */
export function startWorker(deps: Deps, handlers: JobHandler[], recurring: RecurringJob[]): Worker {
  const stopping = new AbortController()
  const loops = [
    ...lanesOf(handlers).map((work) => laneLoop(deps, stopping.signal, work)),
    ...recurring.map((job) => recurringLoop(deps, stopping.signal, job)),
  ]
  return {
    runDue: jobRunner(deps, handlers),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Claims as many jobs as workers are free; a slow job occupies only one worker. */
async function laneLoop(deps: Deps, signal: AbortSignal, work: LaneWork): Promise<void> {
  const running = new Set<Promise<void>>()
  while (!signal.aborted) {
    const jobs = await claim(deps, work, work.lane.width - running.size).catch((error: unknown) => {
      // The database is unreachable: the loop retries.
      warn(deps, work.lane.name, error)
      return []
    })
    for (const job of jobs) {
      const done: Promise<void> = runJob(deps, work, job)
        .catch((error: unknown) => warn(deps, work.lane.name, error))
        .finally(() => running.delete(done))
      running.add(done)
    }
    if (running.size === work.lane.width) await Promise.race(running)
    else if (jobs.length === 0) await pause(IDLE_MS, signal)
  }
  await Promise.all(running)
}

/** Runs a recurring job once, unless it must wait for the clock. */
export async function runRecurring(deps: Deps, job: RecurringJob): Promise<void> {
  if (mustWait(deps, job)) return
  await inSpan(`recurring ${job.name}`, { kind: 'consumer' }, async () => job.run(deps))
}

async function recurringLoop(deps: Deps, signal: AbortSignal, job: RecurringJob): Promise<void> {
  while (!signal.aborted) {
    try {
      await runRecurring(deps, job)
    } catch (error) {
      if (!signal.aborted) warn(deps, job.name, error)
    }
    await pause(job.everyMs, signal)
  }
}

function warn(deps: Deps, loop: string, error: unknown): void {
  deps.log.warn({ loop, err: error }, 'background loop')
}

/** Waits, or returns at once when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
