/** List of the page's slow reads, shown by the connection bar. */

/** A read is slow after this time without an answer: the person is told, and can send it again. */
export const SLOW_AFTER_MS = 8_000

/** For each slow read, the function that sends it again. */
const slow = new Set<() => void>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Returns whether any read of this page is slow. */
export function hasSlowReads(): boolean {
  return slow.size > 0
}

/** Calls back when the list of slow reads changes. @returns the function that stops listening */
export function onSlowReads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Aborts the slow requests and sends each of them again. */
export function retrySlowReads(): void {
  for (const again of [...slow]) again()
}

/**
 * Sends a read, which can be repeated safely. It has no time limit of its own: on a very slow
 * network an answer after 20 s is better than none. While the read is slow, `retrySlowReads` aborts
 * the request and sends it again.
 * @param outer signal that ends the read
 * @throws the error of `send`
 */
export async function readPatiently<T>(
  send: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  for (;;) {
    const attempt = new AbortController()
    const end = () => attempt.abort(outer?.reason)
    if (outer?.aborted) end()
    outer?.addEventListener('abort', end)
    let isRetried = false
    const again = () => {
      isRetried = true
      attempt.abort()
    }
    const timer = setTimeout(() => {
      slow.add(again)
      tell()
    }, SLOW_AFTER_MS)
    try {
      return await send(attempt.signal)
    } catch (error) {
      if (!isRetried || outer?.aborted) throw error
    } finally {
      clearTimeout(timer)
      outer?.removeEventListener('abort', end)
      if (slow.delete(again)) tell()
    }
  }
}
