import { timingSafeEqual } from 'node:crypto'
import { blindIndex, randomToken, sha256 } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/**
 * `<sessionId>.<secret>`; the secret is 32 bytes plus a 16-byte MAC over session id and bytes. The
 * MAC tells a replaced token (a copy exists, so the session ends) from an invented one (a session
 * id is not secret and must not be enough to end the session). The bytes after a renewal are
 * derived from the previous bytes and our key, so a client that lost the answer gets the same token
 * again. The database stores only SHA-256 digests.
 */
export type RefreshToken = { sessionId: string; text: string; hash: Buffer }

const SECRET_BYTES = 32
const SEAL_BYTES = 16
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{64})$/

export function newRefreshToken(key: Buffer, sessionId: string): RefreshToken {
  return tokenOf(key, sessionId, Buffer.from(randomToken(SECRET_BYTES), 'base64url'))
}

/** Derives the refresh token that replaces this one; deterministic. */
export function successor(key: Buffer, token: RefreshToken): RefreshToken {
  return tokenOf(key, token.sessionId, blindIndex(key, `refresh-next|${token.text}`))
}

/** Reads a token that we made, with the current or a previous key; else null. */
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
