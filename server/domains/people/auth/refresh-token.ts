import { timingSafeEqual } from 'node:crypto'
import { blindIndex, randomToken, sha256 } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/**
 * `<sessionId>.<secret>`, the secret being 32 bytes and a 16-byte seal of ours over session and
 * bytes. The seal tells a replaced token (there is a copy: end the session) from an invented one (a
 * session id is no secret, and must not be enough to end it). The bytes after a renewal follow from
 * those before and our key, so that a client that lost the answer is given the same token again.
 * The database keeps only SHA-256 digests.
 */
export type RefreshToken = { sessionId: string; text: string; hash: Buffer }

const SECRET_BYTES = 32
const SEAL_BYTES = 16
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{64})$/

export function newRefreshToken(key: Buffer, sessionId: string): RefreshToken {
  return tokenOf(key, sessionId, Buffer.from(randomToken(SECRET_BYTES), 'base64url'))
}

/** The token that replaces this one; deterministic. */
export function successor(key: Buffer, token: RefreshToken): RefreshToken {
  return tokenOf(key, token.sessionId, blindIndex(key, `refresh-next|${token.text}`))
}

/** Reads a token that we made, current or not, with this key or one before; null for others. */
export function readRefreshToken(
  { authKey, previousAuthKeys = [] }: Pick<Secrets, 'authKey' | 'previousAuthKeys'>,
  text: string | undefined,
): RefreshToken | null {
  for (const key of [authKey, ...previousAuthKeys]) {
    const token = readSealed(key, text)
    if (token) return token
  }
  return null
}

function readSealed(key: Buffer, text: string | undefined): RefreshToken | null {
  const [, sessionId, secret] = SHAPE.exec(text ?? '') ?? []
  if (!sessionId || !secret) return null
  const bytes = Buffer.from(secret, 'base64url')
  const genuine = sealOf(key, sessionId, bytes.subarray(0, SECRET_BYTES))
  if (!timingSafeEqual(genuine, bytes.subarray(SECRET_BYTES))) return null
  return tokenOf(key, sessionId, bytes.subarray(0, SECRET_BYTES))
}

function tokenOf(key: Buffer, sessionId: string, bytes: Buffer): RefreshToken {
  const secret = Buffer.concat([bytes, sealOf(key, sessionId, bytes)])
  const text = `${sessionId}.${secret.toString('base64url')}`
  return { sessionId, text, hash: sha256(secret) }
}

function sealOf(key: Buffer, sessionId: string, bytes: Buffer): Buffer {
  const digest = blindIndex(key, `refresh-seal|${sessionId}|${bytes.toString('hex')}`)
  return digest.subarray(0, SEAL_BYTES)
}
