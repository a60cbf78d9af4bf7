import { keepStored, readStored } from '#web/lib/browser-storage.ts'

export type Provider = 'google' | 'apple'

/** Storage keys of the sign-in state (spec-coverage §3). */
const STATE_KEYS: Record<Provider, string> = { google: 'oauth_state', apple: 'apple_oauth_state' }
const REDIRECT = 'oauth_redirect_url'
export const ORIGINAL_ORIGIN = 'oauth_original_origin'

/** Stores the state of a sign-in. @throws an error without message if storage is blocked */
export function keepState(provider: Provider, state: string, redirectUrl: string): void {
  const isKept = keepStored('local', STATE_KEYS[provider], state)
  // In memory only, it would be gone when the provider leads back here.
  if (!keepStored('local', REDIRECT, redirectUrl) || !isKept) throw new Error()
}

/** Returns whether this browser began a sign-in with that state. */
export function isOwnState(provider: Provider, state: string | null): boolean {
  return state !== null && state !== '' && state === readStored('local', STATE_KEYS[provider])
}

/** Returns the same as `isOwnState`, and deletes the state, so that it is accepted only once. */
export function claimState(provider: Provider, state: string | null): boolean {
  if (!isOwnState(provider, state)) return false
  keepStored('local', STATE_KEYS[provider], null)
  keepStored('local', REDIRECT, null)
  return true
}
