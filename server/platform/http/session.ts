import { errors, jwtVerify, SignJWT } from 'jose'
import { sha256 } from '../crypto.ts'
import { AppError } from '../errors.ts'

export type Role = 'passenger' | 'driver' | 'verifier' | 'support' | 'finance' | 'admin'

export type Actor = { userId: string; sessionId: string; roles: readonly Role[] }

export type ActorId = Pick<Actor, 'userId'>

const ISSUER = 'cupo'
/** Audience of tokens for calls to our API. */
const AUDIENCE = 'cupo-api'
/** Token type of RFC 9068: a token of another type with the same key is refused. */
const TYPE = 'at+jwt'

/** The signing key, and older keys whose tokens have not expired yet. */
export type TokenKeys = { authKey: Uint8Array; previousAuthKeys?: readonly Uint8Array[] }

/** Returns an id that identifies a key without revealing it. */
export function keyIdOf(key: Uint8Array): string {
  return sha256(Buffer.concat([Buffer.from('cupo|kid|'), key]))
    .subarray(0, 6)
    .toString('base64url')
}

export const ACCESS_TOKEN_SECONDS = 15 * 60

/** Signs an access token. `expiresAt` is in Unix seconds. */
export async function signAccessToken(
  key: Uint8Array,
  actor: Actor,
  now: Date,
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
  const token = await new SignJWT({ sid: actor.sessionId, roles: [...actor.roles] })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: keyIdOf(key) })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(actor.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt }
}

type Read = { actor: Actor; expiresAt: number }

/** Cached tokens; about the number that one process sees in 15 minutes. */
const READ_MAX = 5_000
const readTokens = new WeakMap<Uint8Array, Map<string, Read>>()

/** Verifies an access token; signatures are cached. Errors: `token_expired`, `unauthenticated`. */
export async function verifyAccessToken(keys: TokenKeys, token: string, now: Date): Promise<Actor> {
  const known = readTokens.get(keys.authKey)?.get(token)
  const { actor, expiresAt } = known ?? (await readToken(keys, token, now))
  if (expiresAt <= Math.floor(now.getTime() / 1000)) throw new AppError('token_expired')
  if (!known) remember(keys.authKey, token, { actor, expiresAt })
  return actor
}

/** Returns the key named by the token. Throws `unauthenticated` if it is not ours. */
function keyNamed({ authKey, previousAuthKeys = [] }: TokenKeys, kid: string | undefined) {
  const key = [authKey, ...previousAuthKeys].find((each) => keyIdOf(each) === kid)
  if (!key) throw new AppError('unauthenticated')
  return key
}

async function readToken(keys: TokenKeys, token: string, now: Date): Promise<Read> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(keys, kid), {
      algorithms: ['HS256'],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
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
