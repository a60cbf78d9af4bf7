import { brand } from '#web/lib/brand.ts'
import { ownPath } from './oauth-return.ts'

type Hosts = {
  /** Host name whose visits are redirected. */
  developmentHost: string
  /** Origin of the site, the target of the redirect. */
  origin: string
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns the same page of the site for a visit to the development host; null when the visit is not
 * redirected. A sign-in that began on localhost is returned there by the server (`originOfStart`).
 */
export function otherHome(url: URL, hosts: Hosts): string | null {
  if (LOCAL.test(url.hostname) || url.hostname !== hosts.developmentHost) return null
  return hosts.origin + ownPath(url.pathname) + url.search + url.hash
}

/** Redirects to the right host. @returns false when the visit is not redirected */
export function leaveForHome(): boolean {
  const { development_host: developmentHost, origin } = brand
  const target = otherHome(new URL(location.href), { developmentHost, origin })
  if (target === null) return false
  location.replace(target)
  return true
}
