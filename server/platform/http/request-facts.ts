import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Actor } from './session.ts'

/** What is learned about a request while it is answered, for its line in the log. */
export type RequestFacts = {
  /** Whose valid token it brought, also where the call was then refused. */
  actor?: Pick<Actor, 'userId' | 'sessionId'>
  /** How it was refused. */
  code?: ErrorCode
}

const known = new WeakMap<FastifyRequest, RequestFacts>()

export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  known.set(request, { ...known.get(request), ...facts })
}

export function factsOf(request: FastifyRequest): RequestFacts {
  return known.get(request) ?? {}
}
