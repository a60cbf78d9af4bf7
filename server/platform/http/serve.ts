import fastifyEtag from '@fastify/etag'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RouteDef } from '#contract/route.ts'
import type { CallGuard } from '../call-guard.ts'
import { isOutage } from '../db/outage.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { CallKey } from '../idempotency.queries.ts'
import { authenticate, authenticateToken, type SessionReader } from './authenticate.ts'
import type { CallerTurns } from './caller-turns.ts'
import {
  limitHits,
  noteBusy,
  noteUsedUp,
  refuseUsedUp,
  showCount,
  showPolicy,
  subscriberOf,
} from './rate-limit.ts'
import { readInput, type UploadedFile } from './read-input.ts'
import { withRequestId } from './request-id.ts'
import type { Actor } from './session.ts'

export type HttpDeps = Deps & { sessions: SessionReader; turns: CallerTurns }

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

type ActorOf<A> = A extends 'public' ? null : A extends 'optional' ? Actor | null : Actor

export type Input<R extends RouteDef> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  actor: ActorOf<R['auth']>
  file: R['file'] extends object ? UploadedFile : undefined
  ip: string
  /** Idempotency key, only on routes that accept one. */
  idempotencyKey: CallKey | undefined
  /** Only on `checkedInCall` routes, whose use case must check the caller. */
  guard: CallGuard | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<R extends RouteDef> =
  | R['ok']['_zod']['input']
  | (R extends { stream: true } ? FastifyReply : never)

/** A handler of a route whose answer has no fields may answer nothing. */
type Handler<R extends RouteDef> = (
  input: Input<R>,
) => Promise<Answer<R>> | (Answer<R> extends Record<string, never> ? Promise<void> : never)

/** One handler per route of the group; a missing or an extra handler does not compile. */
export type Handlers<G extends Record<string, RouteDef>> = { [K in keyof G]: Handler<G[K]> }

/** Registers the routes of a contract group: validation, identity, limits, and checked answers. */
export function serve<G extends Record<string, RouteDef>>(
  app: FastifyInstance,
  deps: HttpDeps,
  group: G,
  handlers: Handlers<NoInfer<G>>,
): void {
  for (const name of Object.keys(group) as (keyof G & string)[]) {
    const route = group[name] as G[typeof name]
    const handler = handlers[name] as unknown as Handler<RouteDef>
    if (!route.etag) bind(app, deps, route, handler)
    else {
      // The plugin tags every answer of its scope, so that the route has one of its own.
      app.register(async (scope) => {
        await scope.register(fastifyEtag)
        bind(scope, deps, route, handler)
      })
    }
  }
}

/** The routes of a contract group as the manifest of its module has them. */
export function routesOf<G extends Record<string, RouteDef>>(
  group: G,
  handlers: (deps: HttpDeps) => Handlers<NoInfer<G>>,
) {
  return (app: FastifyInstance, deps: HttpDeps) => serve(app, deps, group, handlers(deps))
}

function bind(app: FastifyInstance, deps: HttpDeps, route: RouteDef, handler: Handler<RouteDef>) {
  app.route({
    method: route.method,
    url: route.path,
    config: { visited: route.visited },
    ...(route.file ? { bodyLimit: route.file.maxBytes + 65_536 } : {}),
    ...(route.maxBytes ? { bodyLimit: route.maxBytes } : {}),
    ...(isPrivate(route) ? { onRequest: neverCached(deps) } : {}),
    async handler(request, reply) {
      if (route.limit) showPolicy(reply, route.limit)
      const actor = route.checkedInCall
        ? await authenticateToken(deps, request)
        : await authenticate(deps, route, request)
      const guard = route.checkedInCall && actor ? guardOf(route, actor) : undefined
      if (!guard) await enforceLimit(deps, route, reply, actor)
      if (guard?.limit) await refuseUsedUp(guard.limit.key, deps.clock.now())
      const call = async () => {
        const input = await readInput(route, request)
        const { ip } = request
        const handle = () => handler({ ...input, actor, ip, guard, request, reply } as never)
        // Actions of the team are recorded with the request id (staff-actions).
        return await (typeof route.auth === 'object' ? withRequestId(request.id, handle) : handle())
      }
      const answer = await (guard && actor
        ? checked(
            deps,
            () => deps.turns(actor.userId, call),
            guard,
            () => checkNow(deps, route, reply),
          )
        : call())
      if (route.raw) return answer
      // The handler sent a stream, which has ended: the reply is awaited until then.
      if (reply.raw.headersSent) return reply
      reply.code(route.status ?? 200)
      return route.ok.parse(answer ?? {})
    },
  })
}

/** Tells whether answers are private: they belong to a person, or contain tokens. */
function isPrivate(route: RouteDef): boolean {
  return route.auth !== 'public' || route.method !== 'GET'
}

/**
 * Forbids browsers and proxies to cache answers and refusals, and says the server's time, with
 * which a page corrects the clock of its phone (`web/lib/clock.ts`).
 */
function neverCached({ clock }: Pick<Deps, 'clock'>) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ 'cache-control': 'no-store', date: clock.now().toUTCString() })
  }
}

function guardOf(route: RouteDef, actor: Actor): CallGuard {
  const { limit } = route
  const key = limitKey(route, actor.userId)
  return { sessionId: actor.sessionId, limit: limit ? { key, ...limit } : null, checked: false }
}

/**
 * Runs a call that checks its caller. A missing session or an exceeded limit precedes other errors.
 * If the database did not answer, there is no second query, so that the caller does not wait again.
 */
async function checked<T>(
  { clock }: Pick<Deps, 'clock'>,
  call: () => Promise<T>,
  guard: CallGuard,
  check: () => Promise<void>,
): Promise<T> {
  let outcome: { answer: T } | { error: unknown }
  try {
    outcome = { answer: await call() }
  } catch (error) {
    if (isOutage(error)) throw error
    if (error instanceof AppError && error.code === 'busy') {
      if (guard.limit) noteBusy(guard.limit, clock.now())
      throw error
    }
    if (guard.limit) noteUsedUp(guard.limit.key, clock.now(), error)
    outcome = { error }
  }
  if (!guard.checked) await check()
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}

/** Runs the checks that the use case did not reach. */
async function checkNow(deps: HttpDeps, route: RouteDef, reply: FastifyReply): Promise<void> {
  const actor = await authenticate(deps, route, reply.request)
  await enforceLimit(deps, route, reply, actor)
}

function limitKey(route: RouteDef, who: string): string {
  return `${route.method} ${route.path}:${who}`
}

async function enforceLimit(
  deps: HttpDeps,
  route: RouteDef,
  reply: FastifyReply,
  actor: Actor | null,
): Promise<void> {
  const { limit } = route
  if (!limit || limit.by === 'stranger') return
  const who = limit.by === 'user' && actor ? actor.userId : subscriberOf(reply.request.ip)
  await limitHits(deps, { key: limitKey(route, who), ...limit }, (counted) => {
    showCount(reply, limit, counted)
  })
}
