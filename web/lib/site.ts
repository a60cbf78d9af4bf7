/**
 * Where the API answers. The build of the native app has `web/app/site.ts` in place of this file:
 * its pages have an origin of their own.
 */

/** Put before a path of the server: empty, because pages and API share an origin. */
export const SITE: string = ''

/** The refresh token is a cookie. */
export const CREDENTIALS: RequestCredentials = 'include'

/** Origin of links for other people. */
export function pageOrigin(): string {
  return window.location.origin
}
