import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { assert } from './errors.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM, bound to its place: `context` names table, row and column, so that a
 * ciphertext pasted into another row does not open. Layout: version, nonce, tag, text.
 */
export function seal(key: Buffer, context: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
}

/** Opens what `seal` made; throws when the key, the context or one byte differs. */
export function open(key: Buffer, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  assert(bytes[0] === VERSION && bytes.length > NONCE_BYTES + TAG_BYTES, 'sealed layout')
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([
    decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}

/** Keyed digest for finding equal secrets without keeping them. */
export function blindIndex(key: Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value, 'utf8').digest()
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

export function sha256Hex(data: string | Uint8Array): string {
  return sha256(data).toString('hex')
}

/** URL-safe random text of `bytes` bytes of entropy. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Constant-time comparison of two hex digests; false when lengths differ. */
export function sameHex(a: string, b: string): boolean {
  const left = Buffer.from(a.toLowerCase(), 'hex')
  const right = Buffer.from(b.toLowerCase(), 'hex')
  return left.length > 0 && left.length === right.length && timingSafeEqual(left, right)
}
