import { timingSafeEqual } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'
import { blindIndex } from './crypto.ts'
import { AppError } from './errors.ts'
import type { Secrets } from './secrets.ts'

type Keys = Pick<Secrets, 'indexKey'>

const ID_BYTES = 16
const MAC_BYTES = 32
const TOKEN = /^[\w-]{64}$/

/**
 * Creates a token of an id with a keyed digest, for links in mail. It is valid for its purpose only
 * and never expires: a message from years ago must still unsubscribe.
 */
export function signId(keys: Keys, purpose: string, id: string): string {
  return Buffer.concat([uuidBytes(id), mac(keys, purpose, id)]).toString('base64url')
}

/** Returns the id in a token. Errors: `link_invalid`. */
export function readSignedId(keys: Keys, purpose: string, token: string): string {
  if (!TOKEN.test(token)) throw new AppError('link_invalid')
  const bytes = Buffer.from(token, 'base64url')
  const id = hexId(bytes.subarray(0, ID_BYTES))
  const given = bytes.subarray(ID_BYTES, ID_BYTES + MAC_BYTES)
  if (id === undefined || !timingSafeEqual(given, mac(keys, purpose, id))) {
    throw new AppError('link_invalid')
  }
  return id
}

/** Returns undefined for bytes that are no UUID, which only a random token has. */
function hexId(bytes: Buffer): string | undefined {
  try {
    return uuidText(bytes)
  } catch {
    return undefined
  }
}

/** Derives a key per purpose from the one that is never replaced: tokens fit one purpose only. */
function mac({ indexKey }: Keys, purpose: string, id: string): Buffer {
  return blindIndex(blindIndex(indexKey, purpose), id)
}
