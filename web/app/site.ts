/** In the native app, in place of `web/lib/site.ts`: pages and API have different origins. */

/** `https://…`, given to the build of the app (native/vite.config.ts). */
export const SITE: string = import.meta.env?.VITE_APP_SITE ?? ''

/** The app has no cookies: its tokens are in the keystore. */
export const CREDENTIALS: RequestCredentials = 'omit'

/** Origin of links for other people: they open the site, or their app. */
export function pageOrigin(): string {
  return SITE
}
