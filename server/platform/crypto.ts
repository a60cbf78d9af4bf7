import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { assert } from './errors.ts'

/** Version of the layout of sealed data. */
const LAYOUT = 2
const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key` is made from `bytes` once, since making it in each call takes most of the call. */
type SealingKey = { id: Buffer; bytes: Buffer; key: KeyObject }

/** New data is encrypted with the first key; every key decrypts. */
export type SealingKeys = { current: SealingKey; all: readonly SealingKey[] }

/** Builds sealing keys from keys of 32 bytes, the newest first. */
export function sealingKeys(newest: Buffer, old: readonly Buffer[] = []): SealingKeys {
  const all = [newest, ...old].map((bytes) => ({
    id: keyId(bytes),
    bytes,
    key: createSecretKey(bytes),
  }))
  const [current] = all
  assert(current, 'a sealing key')
  return { current, all }
}

/** Returns an id that identifies a key without revealing it. */
function keyId(key: Buffer): Buffer {
  return createHmac('sha256', key).update('sealing key id').digest().subarray(0, ID_BYTES)
}

/**
 * Encrypts with AES-256-GCM, bound to a context: `context` names table, row and column, so that a
 * ciphertext copied into another row does not decrypt. Layout: version, key id, nonce, tag, text.
 */
export function seal({ current }: SealingKeys, context: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([LAYOUT]), current.id, nonce, cipher.getAuthTag(), body])
}

/** Decrypts data of `seal`. Throws when no key fits, or the context or a byte differs. */
export function open(keys: SealingKeys, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const start = 1 + ID_BYTES
  assert(bytes[0] === LAYOUT && bytes.length > start + NONCE_BYTES + TAG_BYTES, 'sealed layout')
  const fitting = keys.all.find(({ id }) => id.equals(idOf(bytes)))
  if (!fitting) throw new Error('sealed with a key that is not configured: see DATA_KEYS_OLD')
  return decipher(fitting.key, context, bytes.subarray(start))
}

/** Tells whether data is encrypted with the current key, so that `keys:rotate` skips it. */
export function isCurrent({ current }: SealingKeys, sealed: Uint8Array): boolean {
  return current.id.equals(idOf(Buffer.from(sealed)))
}

export function sealAnew(keys: SealingKeys, context: string, sealed: Uint8Array): Buffer {
  return seal(keys, context, open(keys, context, sealed))
}

function idOf(sealed: Buffer): Buffer {
  return sealed.subarray(1, 1 + ID_BYTES)
}

function decipher(key: KeyObject, context: string, bytes: Buffer): Buffer {
  const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  opened.setAAD(Buffer.from(context, 'utf8'))
  opened.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = opened.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, opened.final()])
}

/** Computes a keyed digest by which equal secrets are found without storing them. */
export function blindIndex(key: Buffer, value: string): Buffer {
  return createHmac('sha256', key).update(value, 'utf8').digest()
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

export function sha256Hex(data: string | Uint8Array): string {
  return sha256(data).toString('hex')
}

/** Creates URL-safe random text of `bytes` bytes of entropy. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Compares two hex digests in constant time; false when the lengths differ. */
export function sameHex(a: string, b: string): boolean {
  const left = Buffer.from(a.toLowerCase(), 'hex')
  const right = Buffer.from(b.toLowerCase(), 'hex')
  return left.length > 0 && left.length === right.length && timingSafeEqual(left, right)
}
