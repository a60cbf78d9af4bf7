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

type Box = { x: number; y: number; width: number; height: number }
type Drawn = { waitFor(): Promise<void>; boundingBox(): Promise<Box | null> }

/** Waits until an element is drawn, also one that is drawn anew; returns its box in CSS pixels. */
export async function boxOf(element: Drawn): Promise<Box> {
  await element.waitFor()
  return await waitFor('a drawn element', async () => (await element.boundingBox()) ?? undefined)
}
