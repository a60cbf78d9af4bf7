import { isFinal } from './api-error.ts'
import { keepStored } from './browser-storage.ts'
import { newIdempotencyKey } from './keys.ts'
import { areTexts, readStoredJson } from './stored-json.ts'

type Kept = { body: string; key: string }

/**
 * Returns the idempotency key of a confirm screen: the same key for retries of the same request,
 * also after a reload; a new key when the request changes.
 */
export function confirmKey(screen: string, request: unknown): string {
  const name = `confirm:${screen}`
  const body = JSON.stringify(request)
  const isSame = (kept: Kept) => kept.body === body && areTexts(kept.key)
  const kept = readStoredJson('session', name, isSame)
  if (kept) return kept.key
  const key = newIdempotencyKey()
  keepStored('session', name, JSON.stringify({ body, key } satisfies Kept))
  return key
}

/** Call after a final answer, success or refusal: the next attempt gets a new key. */
export function forgetConfirmKey(screen: string): void {
  keepStored('session', `confirm:${screen}`, null)
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
    if (isFinal(error)) forgetConfirmKey(screen)
    throw error
  }
}
