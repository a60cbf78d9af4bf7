import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Deps } from '../deps.ts'

/** Allows only our own script files, and form posts only to us and the payment gateway. */
export function secureHeaders(app: FastifyInstance, deps: Deps): void {
  const https = deps.urls.site.startsWith('https:')
  // Created once, since Fastify's plugin builds the headers for each request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tilesOrigin(deps.config.tilesUrl)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        formAction: ["'self'", new URL(deps.urls.checkout).origin],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=()')
    if (deps.config.staging) reply.header('x-robots-tag', 'noindex')
    if (carriesSecret(request.url)) reply.header('referrer-policy', 'no-referrer')
  })
}

const SECRET_PAGES =
  /^\/(seguir|recuperar|confirmar-correo|deshacer-correo|(auth\/)?(lat-)?callback)(\/|\?|$)/
const SECRET_CALLS = /^\/api\/calendar\//
const SECRET_IN_QUERY = /[?&][a-z_]*(token|code|state)=/i

/** Tells whether the address has a secret (mailed links, sign-ins), so it sends no Referer. */
function carriesSecret(url: string): boolean {
  return SECRET_PAGES.test(url) || SECRET_CALLS.test(url) || SECRET_IN_QUERY.test(url)
}

/** Returns the origin of the map images; `{s}` in the URL stands for several host names. */
function tilesOrigin(url: string | undefined): string[] {
  const [origin] = /^https?:\/\/[^/]+/.exec(url ?? '') ?? []
  return origin ? [origin.replace('{s}', '*')] : []
}
