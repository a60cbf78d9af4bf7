import { APP_CALLBACK, APP_LINK_PATHS } from '#contract/native-app.ts'
import { urlOf } from '#web/lib/url-of.ts'
import { SITE } from './site.ts'

/**
 * Returns the app's path for an address that opened the app, or null when the address is not
 * accepted. Links of the site can open any screen that the app takes over; the app's own scheme
 * only opens the return of a sign-in.
 */
export function pathOf(address: string, site: string = SITE): string | null {
  if (address === APP_CALLBACK || address.startsWith(`${APP_CALLBACK}?`)) {
    return `/auth/callback${address.slice(APP_CALLBACK.length)}`
  }
  const url = urlOf(address)
  if (!url) return null
  const { origin, username, pathname, search, hash } = url
  if (origin !== site || username !== '') return null
  const isOurs = APP_LINK_PATHS.some(
    (path) => pathname === `/${path}` || pathname.startsWith(`/${path}/`),
  )
  return isOurs ? pathname + search + hash : null
}
