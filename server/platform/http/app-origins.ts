import type { FastifyInstance } from 'fastify'
import { APP_ORIGINS, APP_VERSION_HEADER } from '#contract/native-app.ts'

/** What `web/lib/api.ts` and `web/app/api-fetch.ts` send. */
const REQUEST_HEADERS = `authorization, content-type, idempotency-key, ${APP_VERSION_HEADER}`
/** What it reads, beyond the headers that scripts always see. */
const ANSWER_HEADERS = 'retry-after'
/** Chromium's longest; others cut it to what they allow. */
const PREFLIGHT_SECONDS = 7_200

/**
 * Lets the pages of the native app call the API from their own origins (CORS, Fetch standard),
 * and nobody else. Never with cookies: a program on this phone that pretends to be the app gets no
 * more than any script without a session.
 */
export function allowAppOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api\//.test(request.url)) return
    // Shared caches must not answer one origin with what was meant for another.
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
