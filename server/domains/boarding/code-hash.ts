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

/** What a phone keeps of a ticket's code, base64url. */
export async function hashCode(tripId: string, code: string): Promise<string> {
  const bytes = await derive(code, codeSalt(tripId), CODE_ROUNDS, BYTES, 'sha256')
  return bytes.toString('base64url')
}
