/** List of the page's slow requests, shown by the connection bar. */

/** A request is slow after this time without an answer: the person is told. */
export const SLOW_AFTER_MS = 8_000

/** For each slow request, the function that sends it again; null for what is not a read. */
type Again = (() => void) | null
const slow = new Set<{ again: Again }>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** `read`: a slow request can be sent again. `write`: none of the slow ones can. Null: none is. */
export function slowRequest(): 'read' | 'write' | null {
  if (slow.size === 0) return null
  return [...slow].some(({ again }) => again) ? 'read' : 'write'
}

/** Calls back when the list of slow reads changes. @returns the function that stops listening */
export function onSlowRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Aborts the slow requests and sends each of them again. */
export function retrySlowReads(): void {
  for (const { again } of [...slow]) again?.()
}

/** Sends a request, and lists it while it is slow. */
export async function tellWhenSlow<T>(send: () => Promise<T>, again: Again = null): Promise<T> {
  const entry = { again }
  const timer = setTimeout(() => {
    slow.add(entry)
    tell()
  }, SLOW_AFTER_MS)
  try {
    return await send()
  } finally {
    clearTimeout(timer)
    if (slow.delete(entry)) tell()
  }
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
    try {
      return await tellWhenSlow(() => send(attempt.signal), again)
    } catch (error) {
      if (!isRetried || outer?.aborted) throw error
    } finally {
      outer?.removeEventListener('abort', end)
    }
  }
}
