import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { routeOf } from './error-handler.ts'

/** One structured line and one measurement per request: the route's pattern, never its values. */
export function observeRequests(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const status = String(reply.statusCode)
    deps.metrics.observeRequest({ method: request.method, route, status }, reply.elapsedTime / 1000)
    deps.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
