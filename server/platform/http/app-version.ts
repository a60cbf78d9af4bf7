import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { APP_ORIGINS, APP_VERSION_HEADER } from '#contract/native-app.ts'
import { safety } from '#contract/safety.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'

const VERSION = /^(?:android|ios)\/(\d{1,4}(?:\.\d{1,4}){1,2})$/

/**
 * Routes open to any version: an emergency must always be accepted, and a session that is older
 * than its access token needs a renewal first.
 */
const ALWAYS: ReadonlySet<string> = new Set(
  [safety.openIncident, auth.refresh].map(({ method, path }) => `${method} /api${path}`),
)

/**
 * Refuses an app older than `APP_MIN_VERSION`, or without a valid version. The site sends neither
 * the header nor an app origin, and is never refused (docs/decisions/0047).
 */
export function refuseOldApps(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const { appMinVersion } = config
  if (appMinVersion === undefined) return
  app.addHook('onRequest', async (request) => {
    const { origin, [APP_VERSION_HEADER]: sent } = request.headers
    const isApp = sent !== undefined || (origin !== undefined && APP_ORIGINS.includes(origin))
    if (!isApp || ALWAYS.has(`${request.method} ${request.routeOptions.url}`)) return
    const [, version] = VERSION.exec(String(sent)) ?? []
    if (version === undefined || isOlder(version, appMinVersion)) {
      throw new AppError('app_outdated')
    }
  })
}

/** Compares versions; `1.4` equals `1.4.0`. */
function isOlder(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) => text.split('.').map(Number))
  for (const part of [0, 1, 2]) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
