import { setTimeout as sleep } from 'node:timers/promises'
import { addMs } from '../clock.ts'
import { AppError } from '../errors.ts'

const KEYS_MAX = 10_000

/** Delay of each refusal, so that a client that retries without a pause gains nothing. */
const DELAY_MS = 100

/** End of the window of each limit that the database or this process found exceeded. */
const usedUp = new Map<string, Date>()

/** Refuses a call above its limit, after a delay, without the database. Errors: `rate_limited`. */
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

/** Calls that were refused as busy, by key, until the window of the limit ends. */
const refusals = new Map<string, { count: number; until: Date }>()

/** Counts a call refused as busy, which the database did not count; above `max` it is used up. */
export function noteBusy(
  { key, max, windowSeconds }: { key: string; max: number; windowSeconds: number },
  now: Date,
): void {
  if (refusals.size >= KEYS_MAX) refusals.clear()
  const known = refusals.get(key)
  const refused =
    known && known.until > now ? known : { count: 0, until: addMs(now, windowSeconds * 1000) }
  refused.count += 1
  refusals.set(key, refused)
  if (refused.count > max) remember(key, refused.until)
}

/** Stores that the database refused a call: the limit counts as exceeded until its window ends. */
export function noteUsedUp(key: string, now: Date, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') return
  const { retryAfter } = error.details as { retryAfter: number }
  remember(key, addMs(now, retryAfter * 1000))
}

function remember(key: string, until: Date): void {
  if (usedUp.size >= KEYS_MAX) usedUp.clear()
  usedUp.set(key, until)
}
