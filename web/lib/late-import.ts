/**
 * Loads a part that can wait. Without a network it is asked for again when there is one; until then
 * the promise is open, so that a screen which does not need the part is not lost with it.
 */
export async function lateImport<T>(
  load: () => Promise<T>,
  // Looked at only when it failed: while a page is made ahead of time there is none.
  network: Pick<EventTarget, 'addEventListener'> = globalThis,
): Promise<T> {
  for (;;) {
    const part = await load().catch(() => undefined)
    if (part !== undefined) return part
    await new Promise((resolve) => network.addEventListener('online', resolve, { once: true }))
  }
}
