import { timingSafeEqual } from 'node:crypto'
import { blindIndex, randomToken } from '#server/platform/crypto.ts'

/** Value of the cookie that proves that this browser has signed in to this account. */
export function deviceProof(key: Buffer, emailKey: string): string {
  const nonce = randomToken(16)
  return `${nonce}.${markOf(key, emailKey, nonce).toString('base64url')}`
}

/** Whether the proof is one of ours for this account. */
export function isDeviceOf(key: Buffer, emailKey: string, proof: string | undefined): boolean {
  const [, nonce, mark] = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/.exec(proof ?? '') ?? []
  if (!nonce || !mark) return false
  return timingSafeEqual(markOf(key, emailKey, nonce), Buffer.from(mark, 'base64url'))
}

function markOf(key: Buffer, emailKey: string, nonce: string): Buffer {
  return blindIndex(key, `device|${nonce}|${emailKey}`)
}
