import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, messageOf, statusOf } from '#contract/errors.ts'
import { isOutage, pgCode } from '../db/outage.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { noteFacts } from './request-facts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Our page to which a refusal leads the browser, as `RouteDef.visited`. */
    visited?: string | ((request: FastifyRequest) => string) | undefined
  }
}

/** Maps errors of Fastify to error codes of the contract. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_PARTS_LIMIT: 'invalid_request',
  FST_FILES_LIMIT: 'invalid_request',
  FST_FIELDS_LIMIT: 'invalid_request',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
}

/**
 * Answers failures as `{ error, code, requestId }`; unexpected ones without any detail. A browser
 * that navigated to the call is led back to our page with the code (docs/decisions/0005).
 */
export function handleErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error)
    if (known.code === 'internal') {
      deps.metrics.count('internal_error')
      deps.log.error({ err: error, requestId: request.id, route: routeOf(request) }, 'unhandled')
    } else if (known.code === 'storage_full') {
      deps.metrics.count('storage_full')
      deps.log.error({ requestId: request.id, reason: String(known.cause) }, 'a disk is full')
    } else if (known.code === 'unavailable' && known.cause) {
      deps.log.warn({ requestId: request.id, reason: String(known.cause) }, 'storage unavailable')
    } else if (known.code === 'unavailable') {
      deps.log.warn({ requestId: request.id, err: error }, 'database unavailable')
    }
    return sendError(reply, request, known)
  })
}

export function sendError(reply: FastifyReply, request: FastifyRequest, error: AppError) {
  const status = statusOf(error.code)
  noteFacts(request, { code: error.code })
  const visited = request.routeOptions?.config?.visited
  if (visited !== undefined) {
    const page = typeof visited === 'string' ? visited : visited(request)
    const address = `${page}${page.includes('?') ? '&' : '?'}error=${error.code}`
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  }
  if (status === 503 || status === 429) reply.header('retry-after', retryAfter(error))
  return reply.code(status).send({
    error: error.message,
    code: error.code,
    requestId: request.id,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.details !== undefined ? { details: error.details } : {}),
  })
}

/** Path below /api without a route, so that it is refused in JSON. */
const NOWHERE = '/api/-'

/** Gives a request with an invalid address the headers, limits and log line of a 404. */
export function refuseAddress(app: () => Pick<FastifyInstance, 'routing'>) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    request.raw.url = NOWHERE
    app().routing(request.raw, reply.raw)
  }
}

function retryAfter(error: AppError): string {
  const details = error.details as { retryAfter?: number } | undefined
  return String(details?.retryAfter ?? 1)
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  const code = fastifyCodes[error.code]
  if (code) return new AppError(code)
  if (error.statusCode === 400 && error instanceof SyntaxError) return new AppError('invalid_json')
  // Of the static files: a folder, or a file that another process just took away.
  if (error.statusCode === 403 || error.statusCode === 404) return new AppError('not_found')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid_request', { message: messageOf('invalid_request') })
  }
  // Raised by the ledger (`ledger_dated` in database/functions/bank/numbers.sql).
  if (pgCode(error) === 'CU001') return new AppError('clock_wrong')
  if (FULL.has(pgCode(error) ?? '')) return new AppError('storage_full', { cause: error })
  if (isOutage(error)) return new AppError('unavailable')
  return new AppError('internal')
}

/** `disk_full` of PostgreSQL, and what the system answers to a write to a full disk or quota. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

export function routeOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? 'unknown'
}
