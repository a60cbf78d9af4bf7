import { keyedSemaphore } from '../semaphore.ts'

const RUNNING_MAX = 2
const WAITING_MAX = 4

/** Refused with `busy` after this time, as those that wait for a locked trip or wallet are. */
const QUEUE_TIMEOUT_MS = 4_000

/** Runs a call of the person with this id; beyond the limits it is refused with `busy`. */
export type CallerTurns = <T>(userId: string, call: () => Promise<T>) => Promise<T>

/**
 * Bounds the calls of one person that book, cancel or check in: two run, four wait. Without it one
 * account fills the queue that all callers share. Each process has its own; a test that needs more
 * calls of one person at a time, as several processes let through, passes a larger `running`.
 */
export function callerTurns(running: number = RUNNING_MAX): CallerTurns {
  return keyedSemaphore(running, WAITING_MAX, QUEUE_TIMEOUT_MS)
}
