import { errors, jwtVerify, SignJWT } from 'jose'
import type { Permission } from '#contract/route.ts'
import { AppError } from '../errors.ts'

export type Role = 'passenger' | 'driver' | 'verifier' | 'support' | 'finance' | 'admin'

/** Who is calling. */
export type Actor = { userId: string; sessionId: string; roles: readonly Role[] }

const ISSUER = 'cupo'
/** DESIGN §2: an access token lives at most 15 minutes. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

/** Signs an access token; `expiresAt` in Unix seconds. */
export async function signAccessToken(
  key: Uint8Array,
  actor: Actor,
  now: Date,
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
  const token = await new SignJWT({ sid: actor.sessionId, roles: [...actor.roles] })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(actor.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt }
}

type Read = { actor: Actor; expiresAt: number }

/** As many as are in use within 15 minutes by the people of one process. */
const READ_MAX = 5_000
const readTokens = new WeakMap<Uint8Array, Map<string, Read>>()

/**
 * Reads an access token. The signature of one that comes again, as with every request of a screen,
 * is not checked again; when it expires is. Errors: `token_expired`, `unauthenticated`.
 */
export async function verifyAccessToken(key: Uint8Array, token: string, now: Date): Promise<Actor> {
  const known = readTokens.get(key)?.get(token)
  const { actor, expiresAt } = known ?? (await readToken(key, token, now))
  if (expiresAt <= Math.floor(now.getTime() / 1000)) throw new AppError('token_expired')
  if (!known) remember(key, token, { actor, expiresAt })
  return actor
}

async function readToken(key: Uint8Array, token: string, now: Date): Promise<Read> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const actor = {
      userId: String(payload.sub),
      sessionId: String(payload.sid),
      roles: (payload.roles as Role[] | undefined) ?? [],
    }
    return { actor, expiresAt: Number(payload.exp) }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError('token_expired')
    throw new AppError('unauthenticated')
  }
}

function remember(key: Uint8Array, token: string, read: Read): void {
  const known = readTokens.get(key) ?? new Map<string, Read>()
  if (known.size >= READ_MAX) known.clear()
  known.set(token, read)
  readTokens.set(key, known)
}

const grants: Record<Permission, readonly Role[]> = {
  'disputes.resolve': ['support', 'admin'],
  'verification.review': ['verifier', 'admin'],
  'safe_points.vet': ['support', 'admin'],
}

/** Whether one of the roles grants the permission; default deny. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  return grants[permission].some((role) => roles.includes(role))
}
