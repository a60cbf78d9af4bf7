/** Origin of the API. The native app, with pages of another origin, has `web/app/site.ts`. */

/** Prefix of paths of the server: empty, because pages and API share an origin. */
export const SITE: string = ''

/** Calls send cookies, because the refresh token is a cookie. */
export const CREDENTIALS: RequestCredentials = 'include'

/** Returns the origin of links that are shared with other people. */
export function pageOrigin(): string {
  return window.location.origin
}
