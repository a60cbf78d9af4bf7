/** First and longest wait before an import that failed is tried again, ms. */
const FIRST_MS = 2_000
const LONGEST_MS = 30_000

/**
 * Imports a part of the app that is not needed at first. When the import fails, it is retried on
 * the next `online` event, and after a while: a poor network fails without such an event. The
 * promise stays pending until then: a rejection would replace the whole screen with the error
 * boundary.
 */
export async function retryingImport<T>(
  load: () => Promise<T>,
  // Used only after a failure, because `globalThis` has no `addEventListener` while prerendering.
  network: Pick<EventTarget, 'addEventListener'> = globalThis,
): Promise<T> {
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    const part = await load().catch(() => undefined)
    if (part !== undefined) return part
    await new Promise((resolve) => {
      network.addEventListener('online', resolve, { once: true })
      setTimeout(resolve, waitMs)
    })
  }
}
