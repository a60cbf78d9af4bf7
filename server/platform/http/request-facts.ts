import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Actor } from './session.ts'

/** Facts about a request that are collected while it is handled, for its log line. */
export type RequestFacts = {
  /** Actor of the valid token, also if the call was refused afterwards. */
  actor?: Pick<Actor, 'userId' | 'sessionId'>
  /** Error code with which the request was refused. */
  code?: ErrorCode
}

const known = new WeakMap<FastifyRequest, RequestFacts>()

export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  known.set(request, { ...known.get(request), ...facts })
}

export function factsOf(request: FastifyRequest): RequestFacts {
  return known.get(request) ?? {}
}
