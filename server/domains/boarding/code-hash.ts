import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

/**
 * Rounds that a phone does in a fraction of a second once, and that make trying all codes (31⁶)
 * dearer than a fare.
 */
export const CODE_ROUNDS = 60_000
const BYTES = 32

/** One salt per trip: a typed code is derived once and compared with every passenger's. */
export function codeSalt(tripId: string): string {
  return `cupo boarding code ${tripId.toLowerCase()}`
}

/** A phone asks again every few seconds, and a code never changes: it is derived once. */
const kept = new Map<string, Promise<string>>()
const KEPT_MAX = 20_000

/** What a phone keeps of a ticket's code, base64url. */
export function hashCode(tripId: string, code: string): Promise<string> {
  const name = `${codeSalt(tripId)} ${code}`
  const known = kept.get(name)
  if (known) return known
  const [oldest] = kept.keys()
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  const made = derive(code, codeSalt(tripId), CODE_ROUNDS, BYTES, 'sha256').then((bytes) =>
    bytes.toString('base64url'),
  )
  kept.set(name, made)
  return made
}
