import { newIdempotencyKey } from './keys.ts'

type Kept = { body: string; key: string }

const memory = new Map<string, string>()

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name) ?? null
  } catch {
    return memory.get(name) ?? null
  }
}

function nameOf(screen: string): string {
  return `confirm:${screen}`
}

function keptFor(screen: string): Kept | null {
  try {
    return JSON.parse(read(nameOf(screen)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * The idempotency key of what is being confirmed: the same one while the person retries the same
 * request, also after a refresh; a new one when the request changed.
 */
export function confirmKey(screen: string, request: unknown): string {
  const body = JSON.stringify(request)
  const kept = keptFor(screen)
  if (kept?.body === body) return kept.key
  const key = newIdempotencyKey()
  const text = JSON.stringify({ body, key } satisfies Kept)
  memory.set(nameOf(screen), text)
  try {
    sessionStorage.setItem(nameOf(screen), text)
  } catch {
    // Blocked storage: the key lives as long as this page.
  }
  return key
}

/** After an answer that is final, whether yes or no: the next attempt is another one. */
export function forgetConfirmKey(screen: string): void {
  memory.delete(nameOf(screen))
  try {
    sessionStorage.removeItem(nameOf(screen))
  } catch {
    // Nothing was stored.
  }
}
