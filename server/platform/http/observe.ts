import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '../deps.ts'
import { type OpenSpan, startSpan } from '../tracing.ts'
import { routeOf } from './error-handler.ts'
import { subscriberOf } from './rate-limit.ts'
import { factsOf } from './request-facts.ts'

/** Error codes of security controls: attacks show in these log lines, with the caller's network. */
export const controlCodes: readonly ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'bad_origin',
  'bad_signature',
  'rate_limited',
]
const CONTROLS: ReadonlySet<ErrorCode | undefined> = new Set(controlCodes)

/** Records a log line and a measurement per request: patterns and ids, never values. */
export function observeRequests(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  traceRequests(app)
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const status = String(reply.statusCode)
    // The duration of a stream says nothing about speed.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      const labels = { method: request.method, route, status }
      deps.metrics.observeRequest(labels, reply.elapsedTime / 1000)
    }
    const line = lineOf(request, reply, route)
    if (!CONTROLS.has(line.code)) return deps.log.info(line, 'request')
    deps.metrics.count('refused_by_control', { code: line.code ?? '' })
    deps.log.warn({ ...line, source: subscriberOf(request.ip) }, 'request refused')
  })
}

const open = new WeakMap<FastifyRequest, OpenSpan>()

/** Opens a span per request if tracing is on; otherwise each hook costs one check. */
function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request)
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const span = startSpan(`${request.method} ${route}`, { kind: 'server', attributes })
    if (!span) return done()
    open.set(request, span)
    span.run(done)
  })
  // The body is parsed in a stream callback, outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    open.get(request)?.end({
      attributes: { 'http.response.status_code': reply.statusCode, 'request.id': request.id },
    })
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply, route: string) {
  const { actor, code } = factsOf(request)
  return {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(actor ? { actorId: actor.userId, sessionId: actor.sessionId } : {}),
    ...(code ? { code } : {}),
  }
}
