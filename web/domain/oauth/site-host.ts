import { brand } from '#web/lib/brand.ts'
import { readStored } from '#web/lib/browser-storage.ts'
import { urlOf } from '#web/lib/url-of.ts'
import { isPossibleReturn, ownPath, readReturn } from './oauth-return.ts'
import { ORIGINAL_ORIGIN } from './oauth-state.ts'

type Hosts = {
  /** Host name whose visits are redirected. */
  developmentHost: string
  /** Origin of the site, the target of the redirect. */
  origin: string
  /** Origins on a developer's machine: a sign-in is returned only to these. */
  returnOrigins: readonly string[]
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Reads `VITE_OAUTH_RETURN_ORIGINS`, with commas; default: ports of `npm start` and Vite. */
export function localOrigins(given: unknown): string[] {
  const text = typeof given === 'string' && given.trim() ? given : DEFAULT_ORIGINS
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(isLocalOrigin)
}

const DEFAULT_ORIGINS = 'http://localhost:3000,http://localhost:5173'

function isLocalOrigin(text: string): boolean {
  const url = urlOf(text)
  return url !== null && url.origin === text && LOCAL.test(url.hostname)
}

/**
 * Returns the redirect for a visit to the development host: a sign-in that began on localhost goes
 * back there with its parameters, every other visit to the same page of the site.
 * @param began the origin where this tab began a sign-in
 * @returns null when the visit is not redirected
 */
export function otherHome(url: URL, hosts: Hosts, began: string | null): string | null {
  if (LOCAL.test(url.hostname) || url.hostname !== hosts.developmentHost) return null
  const page = ownPath(url.pathname) + url.search + url.hash
  const { code, access_token, error } = readReturn(url)
  const isReturn = isPossibleReturn(url) && (code ?? access_token ?? error) !== null
  const isAllowed = began !== null && hosts.returnOrigins.includes(began)
  return (isReturn && isAllowed ? began : hosts.origin) + page
}

/** Redirects to the right host. @returns false when the visit is not redirected */
export function leaveForHome(): boolean {
  const target = otherHome(
    new URL(location.href),
    {
      developmentHost: brand.development_host,
      origin: brand.origin,
      returnOrigins: localOrigins(import.meta.env?.VITE_OAUTH_RETURN_ORIGINS),
    },
    new URLSearchParams(location.search).get(ORIGINAL_ORIGIN) ??
      readStored('session', ORIGINAL_ORIGIN),
  )
  if (target === null) return false
  location.replace(target)
  return true
}
