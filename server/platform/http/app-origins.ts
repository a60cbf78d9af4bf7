import type { FastifyInstance } from 'fastify'
import { APP_ORIGINS, APP_VERSION_HEADER } from '#contract/native-app.ts'

/** Request headers that `web/lib/api.ts` and `web/app/api-fetch.ts` send. */
const REQUEST_HEADERS = `authorization, content-type, idempotency-key, ${APP_VERSION_HEADER}`
/** Response headers that the app reads, besides those that scripts can always see. */
const ANSWER_HEADERS = 'date, retry-after'
/** Maximum cache time of a preflight in Chromium; other browsers reduce it to their limit. */
const PREFLIGHT_SECONDS = 7_200

/**
 * Allows only the pages of the native app to call the API from their origins (CORS). Cookies are
 * never allowed: a program that pretends to be the app gets no more access than a script.
 */
export function allowAppOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api\//.test(request.url)) return
    // Shared caches must not serve the answer for one origin to another origin.
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !APP_ORIGINS.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', ANSWER_HEADERS)
    const isPreflight = 'access-control-request-method' in request.headers
    if (request.method !== 'OPTIONS' || !isPreflight) return
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', String(PREFLIGHT_SECONDS))
      .send()
  })
}
