// Browser steps that also run outside of tests (ops/ha/story) must not import vitest.
import { setTimeout as sleep } from 'node:timers/promises'

const LIMIT_MS = 15_000

/** Polls until there is a value; throws with `what` after 15 s. */
export async function waitFor<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + LIMIT_MS
  while (performance.now() < end) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`)
}
