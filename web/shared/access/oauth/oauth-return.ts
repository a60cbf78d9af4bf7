import type { KeptTokens } from '#web/lib/token-store.ts'
import { claimState, isOwnState, type Provider } from './oauth-state.ts'

/** Paths of the callback page (spec-coverage §2). */
const CALLBACK_PATHS = [
  '/auth/callback',
  '/callback',
  '/auth/lat-callback',
  '/lat-callback',
  '/Registro',
] as const

/** Delay between storing a token from the address and calling `/auth/me` (spec-coverage §9). */
export const AFTER_TOKEN_MS = 500

const LEFTOVERS = 'access_token refresh_token expires_at expires_in token_type id_token'.split(' ')
const RETURN_PATH = /callback|login|signup|lat-callback/i
const TRIED: readonly Provider[] = ['google', 'apple']

/** Parameters that a sign-in returns, in the query or in the fragment. */
export type ReturnParams = {
  access_token: string | null
  refresh_token: string | null
  /** Expiry of the access token, Unix seconds. */
  expires_at: number | null
  code: string | null
  id_token: string | null
  error: string | null
  state: string | null
}

export function readReturn(url: URL): ReturnParams {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const get = (name: string) => fragment.get(name) || url.searchParams.get(name) || null
  const expires = Number(get('expires_at') ?? Number.NaN)
  return {
    access_token: get('access_token'),
    refresh_token: get('refresh_token'),
    expires_at: Number.isSafeInteger(expires) && expires > 0 ? expires : null,
    code: get('code'),
    id_token: get('id_token'),
    error: get('error'),
    state: get('state'),
  }
}

export function isCallbackPage(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '').toLowerCase()
  return CALLBACK_PATHS.some((each) => each.toLowerCase() === path)
}

/** Returns whether a sign-in can return to this path (spec-coverage §2). */
export function isPossibleReturn(url: URL): boolean {
  return RETURN_PATH.test(url.pathname)
}

/** Returns the address without tokens and state; null when it contains none. */
function withoutTokens(url: URL): string | null {
  const clean = new URL(url)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const found = LEFTOVERS.filter((name) => fragment.has(name) || url.searchParams.has(name))
  if (found.length === 0) return null
  for (const name of [...LEFTOVERS, 'state']) clean.searchParams.delete(name)
  if (LEFTOVERS.some((name) => fragment.has(name))) clean.hash = ''
  return ownPath(clean.pathname) + clean.search + clean.hash
}

/** Removes extra leading slashes, because `//host` would leave the site. */
export function ownPath(pathname: string): string {
  return pathname.replace(/^\/{2,}/, '/')
}

/** Returns the tokens in the form of the token store; null without an access token. */
export function tokensOf(params: ReturnParams): KeptTokens | null {
  if (params.access_token === null) return null
  return {
    access_token: params.access_token,
    expires_at: params.expires_at ?? undefined,
    refresh_token: params.refresh_token ?? undefined,
  }
}

export type Arrival = {
  /** Tokens to store, when this browser began the sign-in; else null. */
  tokens: KeptTokens | null
  /** Address that must replace the current one immediately; null when the current one stays. */
  address: string | null
}

/**
 * Decides about the address at which a page is opened. A token counts only if this browser began
 * that sign-in; any other token is ignored and removed from the address. The callback page handles
 * its own address.
 */
export function arriveAt(url: URL): Arrival {
  if (isCallbackPage(url.pathname)) return { tokens: null, address: null }
  const params = readReturn(url)
  const clean = withoutTokens(url)
  if (clean !== null) {
    const tokens = tokensOf(params)
    const own = tokens !== null && TRIED.some((provider) => claimState(provider, params.state))
    return { tokens: own ? tokens : null, address: clean }
  }
  const isAnswer = params.code !== null || params.error !== null
  const isOurs = TRIED.some((provider) => isOwnState(provider, params.state))
  if (!isPossibleReturn(url) || !isAnswer || !isOurs) return { tokens: null, address: null }
  return { tokens: null, address: `${CALLBACK_PATHS[0]}${url.search}${url.hash}` }
}
