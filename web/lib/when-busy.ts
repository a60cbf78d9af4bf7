import { hasCode } from './api-error.ts'

const TRIES = 6
const WAIT_MAX_SECONDS = 5

/** Jitter between 0 and 1, so that callers refused together do not retry together. */
export function spread(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Retries while the server answers `busy`, with backoff from `Retry-After` and jitter, at most six
 * tries in all. Any other error is thrown immediately. Only for calls that have no effect when they
 * are refused with `busy`.
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
