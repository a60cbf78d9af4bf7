import { addressOf } from '#web/lib/api.ts'
import { brand } from '#web/lib/brand.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { routeOf } from '#web/lib/contract-routes.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { keepState, ORIGINAL_ORIGIN, type Provider } from './oauth-state.ts'
import { callbackAddress } from './provider-exit.ts'

export const providerNames: Record<Provider, string> = { google: 'Google', apple: 'Apple' }

/** Storage key of the screen that asked for the sign-in (not from the specification). */
const RETURN_TO = 'oauth_return_to'

const STATE_LENGTH = 26
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns a new state: 26 characters of five random bits each. */
export function newState(fill: (bytes: Uint8Array<ArrayBuffer>) => void = randomBytes): string {
  const bytes = new Uint8Array(STATE_LENGTH)
  fill(bytes)
  return [...bytes].map((byte) => LETTERS[byte & 31]).join('')
}

function randomBytes(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes)
}

type SignInStart = {
  provider: Provider
  origin: string
  /** True inside the native app. */
  mobile: boolean
  returnTo?: string | null
}

/** Stores a new state, returns the provider's address (spec-coverage §4, §7). @throws if blocked */
export function beginSignIn({ provider, origin, mobile, returnTo }: SignInStart): string {
  const state = newState()
  const redirect_url = callbackAddress(origin)
  keepState(provider, state, redirect_url)
  keepStored('session', ORIGINAL_ORIGIN, origin)
  keepStored('session', RETURN_TO, safeReturnTo(returnTo))
  const route = routeOf('oauth', isLatOrigin(origin) ? `${provider}Lat` : provider)
  if (!route) throw new Error()
  return addressOf(route, { query: { redirect_url, state, ...(mobile ? { mobile: 'true' } : {}) } })
}

/** Returns whether `origin` is a site on a .lat domain. */
function isLatOrigin(origin: string): boolean {
  return origin === brand.lat_origin || new URL(origin).hostname.endsWith('.lat')
}

/** Reads and deletes the page that the person wanted when they chose to sign in. */
export function takeSignInReturnTo(): string | null {
  const kept = safeReturnTo(readStored('session', RETURN_TO))
  keepStored('session', RETURN_TO, null)
  return kept
}
