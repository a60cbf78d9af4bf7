import { keepStored, readStored } from '#web/lib/browser-storage.ts'

export type Provider = 'google' | 'apple'

/** spec-coverage §3. */
const STATE_KEYS: Record<Provider, string> = { google: 'oauth_state', apple: 'apple_oauth_state' }
const REDIRECT = 'oauth_redirect_url'
export const ORIGINAL_ORIGIN = 'oauth_original_origin'

/**
 * Remembers a sign-in that this browser begins.
 * @throws an error without message when the browser keeps nothing: the return would be refused
 */
export function keepState(provider: Provider, state: string, redirectUrl: string): void {
  keepStored('local', STATE_KEYS[provider], state)
  keepStored('local', REDIRECT, redirectUrl)
  if (readStored('local', STATE_KEYS[provider]) !== state) throw new Error()
}

/** Did this browser begin a sign-in with that state? */
export function isOwnState(provider: Provider, state: string | null): boolean {
  return state !== null && state !== '' && state === readStored('local', STATE_KEYS[provider])
}

/** The same, and it counts once: afterwards that sign-in is over. */
export function claimState(provider: Provider, state: string | null): boolean {
  if (!isOwnState(provider, state)) return false
  keepStored('local', STATE_KEYS[provider], null)
  keepStored('local', REDIRECT, null)
  return true
}
