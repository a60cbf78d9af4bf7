import { ApiError } from './api-error.ts'
import { keepStored, readStored } from './browser-storage.ts'
import { newIdempotencyKey } from './keys.ts'

type Kept = { body: string; key: string }

/** Fallback when storage is blocked: the key lives as long as the page. */
const memory = new Map<string, string>()

function keptFor(name: string): Kept | null {
  try {
    return JSON.parse(readStored('session', name) ?? memory.get(name) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Returns the idempotency key of a confirm screen: the same key for retries of the same request,
 * also after a reload; a new key when the request changes.
 */
export function confirmKey(screen: string, request: unknown): string {
  const name = `confirm:${screen}`
  const body = JSON.stringify(request)
  const kept = keptFor(name)
  if (kept?.body === body) return kept.key
  const key = newIdempotencyKey()
  const text = JSON.stringify({ body, key } satisfies Kept)
  memory.set(name, text)
  keepStored('session', name, text)
  return key
}

/** Call after a final answer, success or refusal: the next attempt gets a new key. */
export function forgetConfirmKey(screen: string): void {
  const name = `confirm:${screen}`
  memory.delete(name)
  keepStored('session', name, null)
}

/** Whether a rule refused the request, so that a retry cannot succeed. */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
}

/**
 * Sends a request with the idempotency key of its confirm screen, and forgets the key after a final
 * answer.
 */
export async function sendConfirmed<T>(
  screen: string,
  request: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await send(confirmKey(screen, request))
    forgetConfirmKey(screen)
    return answer
  } catch (error) {
    if (isFinalRefusal(error)) forgetConfirmKey(screen)
    throw error
  }
}
