import type { FastifyRequest } from 'fastify'
import type { Auth } from '#contract/route.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { noteFacts } from './request-facts.ts'
import { type Actor, mayDo, type Role, verifyAccessToken } from './session.ts'

/** Reads the live session from the database; null when ended. Given by the auth domain. */
export type SessionReader = (
  sessionId: string,
) => Promise<{ userId: string; roles: readonly Role[] } | null>

type AuthDeps = Deps & { sessions: SessionReader }

/**
 * Who calls, where the route needs it.
 * Errors: `unauthenticated`, `token_expired`, `forbidden`.
 */
export async function authenticate(
  deps: AuthDeps,
  auth: Auth,
  request: FastifyRequest,
): Promise<Actor | null> {
  if (auth === 'public') return null
  const token = bearerOf(request)
  if (auth === 'optional') return token ? await tolerant(deps, token) : null
  return await authenticateLive(deps, auth, await authenticateToken(deps, request))
}

/**
 * Whom the token names. Its session is not looked up: only for routes whose use case does that in
 * its own database call. Errors: `unauthenticated`, `token_expired`.
 */
export async function authenticateToken(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  request: FastifyRequest,
): Promise<Actor> {
  const token = bearerOf(request)
  if (!token) throw new AppError('unauthenticated')
  const actor = await verifyAccessToken(deps.secrets, token, deps.clock.now())
  noteFacts(request, { actor })
  return actor
}

async function authenticateLive(deps: AuthDeps, auth: Auth, actor: Actor): Promise<Actor> {
  const session = await deps.sessions(actor.sessionId)
  if (session?.userId !== actor.userId) throw new AppError('unauthenticated')
  const live = { ...actor, roles: session.roles }
  if (typeof auth === 'object' && !mayDo(live.roles, auth.permission)) {
    throw new AppError('forbidden')
  }
  return live
}

/** On a public route an expired token, or one of a session that ended, counts as none. */
async function tolerant(deps: AuthDeps, token: string): Promise<Actor | null> {
  try {
    const actor = await verifyAccessToken(deps.secrets, token, deps.clock.now())
    return await authenticateLive(deps, 'optional', actor)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]
}
