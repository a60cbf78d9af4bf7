import type { FastifyRequest } from 'fastify'
import { mayDo } from '#contract/permissions.ts'
import { isOpenToExpelled } from '#contract/refusals.ts'
import type { Auth, RouteDef } from '#contract/route.ts'
import { SECOND_FACTOR_HOURS } from '#contract/second-factor.ts'
import { addMs, HOUR_MS } from '../clock.ts'
import type { Deps, TellDeps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { noteFacts } from './request-facts.ts'
import { type Actor, type Role, verifyAccessToken } from './session.ts'

/** Reads the live session for a call from the address `ip`; null if it ended. */
export type SessionReader = (
  sessionId: string,
  ip: string,
) => Promise<{
  userId: string
  roles: readonly Role[]
  isExpelled: boolean
  /** Time of the last second factor that is valid for a call from this address. */
  secondFactorAt: Date | null
} | null>

type AuthDeps = Deps & { sessions: SessionReader }

type Access = Pick<RouteDef, 'auth' | 'method' | 'whenExpelled'>

/**
 * Identifies the caller if the route requires it. Errors: `unauthenticated`, `token_expired`,
 * `forbidden`, `second_factor_required`, `account_expelled`.
 */
export async function authenticate(
  deps: AuthDeps,
  route: Access,
  request: FastifyRequest,
): Promise<Actor | null> {
  if (route.auth === 'public') return null
  const token = bearerOf(request)
  if (route.auth === 'optional')
    return token ? await tolerant(deps, route, { token, ip: request.ip }) : null
  const actor = await authenticateToken(deps, request)
  return await authenticateLive(deps, route, { actor, ip: request.ip })
}

/**
 * Identifies the caller by the token alone. The session is not checked, so this is only for routes
 * whose use case checks it in its own database call. Errors: `unauthenticated`, `token_expired`.
 */
export async function authenticateToken(deps: TellDeps, request: FastifyRequest): Promise<Actor> {
  const token = bearerOf(request)
  if (!token) throw new AppError('unauthenticated')
  const actor = await verifyAccessToken(deps.secrets, token, deps.clock.now())
  noteFacts(request, { actor })
  return actor
}

async function authenticateLive(
  deps: AuthDeps,
  route: Access,
  { actor, ip }: { actor: Actor; ip: string },
): Promise<Actor> {
  const auth: Auth = route.auth
  const session = await deps.sessions(actor.sessionId, ip)
  if (session?.userId !== actor.userId) throw new AppError('unauthenticated')
  if (session.isExpelled && !isOpenToExpelled(route)) throw new AppError('account_expelled')
  const live = { ...actor, roles: session.roles }
  if (typeof auth === 'object' && !mayDo(live.roles, auth.permission)) {
    throw new AppError('forbidden')
  }
  if (typeof auth === 'object' && !isRecent(session.secondFactorAt, deps.clock.now())) {
    throw new AppError('second_factor_required')
  }
  return live
}

/** Tells whether a second factor was proved in the last SECOND_FACTOR_HOURS. */
function isRecent(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now < addMs(provedAt, SECOND_FACTOR_HOURS * HOUR_MS)
}

/** Identifies the caller on a public route, where an invalid token counts as no token. */
async function tolerant(
  deps: AuthDeps,
  route: Access,
  { token, ip }: { token: string; ip: string },
): Promise<Actor | null> {
  try {
    const actor = await verifyAccessToken(deps.secrets, token, deps.clock.now())
    return await authenticateLive(deps, route, { actor, ip })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]
}
