import { keyedSemaphore } from '../semaphore.ts'

const RUNNING_MAX = 2
const WAITING_MAX = 4

/** Time after which a waiting call is refused with `busy`, as for a locked trip or wallet. */
const QUEUE_TIMEOUT_MS = 4_000

/** Runs a call of the person with this id; above the limits it is refused with `busy`. */
export type CallerTurns = <T>(userId: string, call: () => Promise<T>) => Promise<T>

/**
 * Limits the parallel calls of one person that book, cancel or check in, in each process: two run,
 * four wait. Otherwise one account could fill the queue that all callers share.
 */
export function callerTurns(running: number = RUNNING_MAX): CallerTurns {
  return keyedSemaphore(running, WAITING_MAX, QUEUE_TIMEOUT_MS)
}
