import { setTimeout as sleep } from 'node:timers/promises'
import { addMs } from '../clock.ts'
import { AppError } from '../errors.ts'

const KEYS_MAX = 10_000

/** Somebody who presses on without a pause is answered no faster than others are served. */
const DELAY_MS = 100

/** Until when each key's limit is used up, as the database last told this process. */
const usedUp = new Map<string, Date>()

/**
 * Refuses a call whose limit is known to be used up, without asking the database and after a short
 * delay: it takes no place in the calls of others, and little of the processor.
 * Errors: `rate_limited`.
 */
export async function refuseUsedUp(key: string, now: Date): Promise<void> {
  const until = usedUp.get(key)
  if (!until) return
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  if (retryAfter > 0) {
    await sleep(DELAY_MS)
    throw new AppError('rate_limited', { details: { retryAfter } })
  }
  usedUp.delete(key)
}

/** Remembers that the database refused a call: the limit stays used up until its window ends. */
export function noteUsedUp(key: string, now: Date, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') return
  if (usedUp.size >= KEYS_MAX) usedUp.clear()
  const { retryAfter } = error.details as { retryAfter: number }
  usedUp.set(key, addMs(now, retryAfter * 1000))
}
