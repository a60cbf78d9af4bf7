/** Replaces `web/lib/site.ts` in the native app: pages and API have different origins. */

/** Origin of the site, `https://…`, set by native/vite.config.ts. */
export const SITE: string = import.meta.env?.VITE_APP_SITE ?? ''

/** The app has no cookies: its tokens are in the keystore. */
export const CREDENTIALS: RequestCredentials = 'omit'

/** Origin of shared links: they open the site, or the app where it is installed. */
export function pageOrigin(): string {
  return SITE
}
