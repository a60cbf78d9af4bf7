/** First and longest wait before a failed attempt is repeated, ms. */
const FIRST_MS = 2_000
const LONGEST_MS = 30_000

/**
 * Repeats an import, or another read of the network, until it succeeds: on the next `online` event,
 * and after a while, because a poor network fails without such an event. The promise stays pending
 * until then: a rejected import would replace the whole screen with the error boundary. Where the
 * browser remembers the failure, lost-code.ts offers to load the page again.
 */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  // Used only after a failure, because `globalThis` has no `addEventListener` while prerendering.
  network: Pick<EventTarget, 'addEventListener'> = globalThis,
): Promise<T> {
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    const done = await attempt().catch(() => undefined)
    if (done !== undefined) return done
    await new Promise((resolve) => {
      network.addEventListener('online', resolve, { once: true })
      setTimeout(resolve, waitMs)
    })
  }
}
