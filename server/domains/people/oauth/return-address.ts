import { APP_CALLBACK } from '#contract/native-app.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'

/** spec-coverage §2: the addresses of the sign-in callback page. */
const PAGES = ['/auth/callback', '/callback', '/auth/lat-callback', '/lat-callback', '/Registro']

type Origins = {
  urls: Pick<Deps['urls'], 'site'>
  config: Pick<Deps['config'], 'siteOrigins' | 'returnOrigins'>
}

/**
 * Where a sign-in returns. The requested address is compared as a whole with a short list of ours.
 * It is never parsed, because two parsers could read it in different ways. The app's own address
 * counts only with PKCE (`isApp`), because other apps can claim it too. Errors:
 * `redirect_not_allowed`.
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

/** Our origin with this host; the site's main origin when none has it. */
export function ownOrigin(deps: Origins, host: string): string {
  const own = [deps.urls.site, ...deps.config.siteOrigins]
  return own.find((origin) => new URL(origin).host === host.toLowerCase()) ?? deps.urls.site
}

/** The return address with its answer. */
export function withAnswer(address: string, answer: Record<string, string | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.set(name, value)
  return `${address}?${query}`
}
