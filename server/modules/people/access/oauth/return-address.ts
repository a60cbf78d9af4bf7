import { APP_CALLBACK } from '#contract/native-app.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'

/** Paths of the sign-in callback page (spec-coverage §2). */
const PAGES = ['/auth/callback', '/callback', '/auth/lat-callback', '/lat-callback', '/Registro']

type Origins = {
  urls: Pick<Deps['urls'], 'site'>
  config: Pick<Deps['config'], 'siteOrigins' | 'returnOrigins'>
}

/**
 * Returns the checked return address. Compares it as a whole with a list of ours and never parses
 * it, because two parsers could read it differently. The address of the native app counts only with
 * PKCE (`isApp`), because other apps can claim it too. Errors: `redirect_not_allowed`.
 */
export function returnAddress(deps: Origins, asked: string | undefined, isApp = false): string {
  if (isApp && asked === APP_CALLBACK) return asked
  const { siteOrigins, returnOrigins } = deps.config
  const origins = [deps.urls.site, ...siteOrigins, ...returnOrigins]
  const allowed = origins.flatMap((origin) => PAGES.map((page) => origin + page))
  const wanted = asked ?? `${deps.urls.site}${PAGES[0]}`
  if (!allowed.includes(wanted)) throw new AppError('redirect_not_allowed')
  return wanted
}

/** Returns our origin with this host; if there is none, the main origin of the site. */
export function ownOrigin(deps: Origins, host: string): string {
  const own = [deps.urls.site, ...deps.config.siteOrigins]
  return own.find((origin) => new URL(origin).host === host.toLowerCase()) ?? deps.urls.site
}

export function withAnswer(address: string, answer: Record<string, string | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.set(name, value)
  return `${address}?${query}`
}
