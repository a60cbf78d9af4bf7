import { timingSafeEqual } from 'node:crypto'
import { blindIndex, randomToken } from '#server/platform/crypto.ts'

const PROOF = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

/** Cookie value of a browser that signed in to this account; it keeps an earlier nonce. */
export function deviceProof(key: Buffer, emailKey: string, before?: string): string {
  const nonce = browserOf(before) ?? randomToken(16)
  return `${nonce}.${markOf(key, emailKey, nonce).toString('base64url')}`
}

/** Nonce that identifies the browser; undefined when the cookie is malformed. */
export function browserOf(proof: string | undefined): string | undefined {
  return PROOF.exec(proof ?? '')?.[1]
}

/** Whether the server issued this device cookie for this account. */
export function isDeviceOf(key: Buffer, emailKey: string, proof: string | undefined): boolean {
  const [, nonce, mark] = PROOF.exec(proof ?? '') ?? []
  if (!nonce || !mark) return false
  return timingSafeEqual(markOf(key, emailKey, nonce), Buffer.from(mark, 'base64url'))
}

function markOf(key: Buffer, emailKey: string, nonce: string): Buffer {
  return blindIndex(key, `device|${nonce}|${emailKey}`)
}
