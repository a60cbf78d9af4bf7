import { createHash } from 'node:crypto'
import { stringify, v7 } from 'uuid'

/** Creates a time-ordered id (UUIDv7). */
export function newId(): string {
  return v7()
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns a text as an id, in lower case, or null if it is none. */
export function idIn(text: string): string | null {
  return ID.test(text) ? text.toLowerCase() : null
}

/** Derives an id from its parts (UUIDv8 from SHA-256): a retried step makes the same ids. */
export function derivedId(namespace: string, ...parts: string[]): string {
  const hash = createHash('sha256')
    .update([namespace, ...parts].join('\u0000'))
    .digest()
  const bytes = new Uint8Array(hash.subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return stringify(bytes)
}
