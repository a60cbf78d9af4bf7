import { hasCode } from './api-error.ts'

const TRIES = 6
const WAIT_MAX_SECONDS = 5

/** Between 0 and 1, so that callers refused together do not all return in the same moment. */
function spread(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Calls again while the server is busy, at most six times in all: after what `Retry-After` says,
 * longer each time, and not all callers in the same moment. Any other error is thrown at once.
 * Only for calls that had no effect when they were refused as busy.
 */
export async function whenBusy<T>(call: () => Promise<T>, wait = sleep): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (!hasCode(error, 'busy') || tries >= TRIES) throw error
      const seconds = Math.min(WAIT_MAX_SECONDS, (error.retryAfterSeconds ?? 1) * tries)
      await wait(seconds * 1000 * (0.75 + spread() / 2))
    }
  }
}
