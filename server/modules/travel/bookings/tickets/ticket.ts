import { createPublicKey, type KeyObject, randomInt, sign, verify } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'
import { CODE_ALPHABET, TICKET_CODE_LENGTH } from '#contract/short-code.ts'
import { sha256 } from '#server/platform/crypto.ts'

/** Content of a ticket, without personal data. */
export type TicketClaims = {
  bookingId: string
  tripId: string
  generation: number
  seats: number
  fromSeq: number
  toSeq: number
  /** Start and end of the validity, to the second. */
  validFrom: Date
  validUntil: Date
}

/**
 * Layout, big-endian: version u8 · key id 4 · booking 16 · trip 16 · generation u16 · seats u8 ·
 * from u16 · to u16 · not before u32 · expires u32 · Ed25519 signature 64. Text is base64url.
 */
const VERSION = 1
const PAYLOAD_BYTES = 52
const SIGNATURE_BYTES = 64
const TOKEN_BYTES = PAYLOAD_BYTES + SIGNATURE_BYTES
const TOKEN_CHARS = Math.ceil((TOKEN_BYTES * 4) / 3)
const KEY_ID_BYTES = 4
const AT = {
  version: 0,
  keyId: 1,
  booking: 5,
  trip: 21,
  generation: 37,
  seats: 39,
  from: 40,
  to: 42,
  notBefore: 44,
  expires: 48,
} as const

/** Id of the signing key: the first bytes of the SHA-256 of its public key. */
export function ticketKeyId(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return sha256(publicKey.export({ format: 'der', type: 'spki' })).subarray(0, KEY_ID_BYTES)
}

/** Signs a ticket; the same claims always give the same text. */
export function signTicket(privateKey: KeyObject, claims: TicketClaims): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES)
  payload.writeUInt8(VERSION, AT.version)
  ticketKeyId(privateKey).copy(payload, AT.keyId)
  payload.set(uuidBytes(claims.bookingId), AT.booking)
  payload.set(uuidBytes(claims.tripId), AT.trip)
  payload.writeUInt16BE(claims.generation, AT.generation)
  payload.writeUInt8(claims.seats, AT.seats)
  payload.writeUInt16BE(claims.fromSeq, AT.from)
  payload.writeUInt16BE(claims.toSeq, AT.to)
  payload.writeUInt32BE(seconds(claims.validFrom), AT.notBefore)
  payload.writeUInt32BE(seconds(claims.validUntil), AT.expires)
  return Buffer.concat([payload, sign(null, payload, privateKey)]).toString('base64url')
}

/**
 * Reads a ticket with public keys only; undefined unless one of the keys signed exactly these
 * bytes. The caller checks that the ticket is in time, for this trip and unused.
 */
export function readTicket(keys: readonly KeyObject[], token: string): TicketClaims | undefined {
  if (token.length !== TOKEN_CHARS || !/^[A-Za-z0-9_-]+$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // Another text for the same bytes (unused trailing bits) is refused.
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
  const payload = bytes.subarray(0, PAYLOAD_BYTES)
  if (payload.readUInt8(AT.version) !== VERSION) return undefined
  const keyId = payload.subarray(AT.keyId, AT.keyId + KEY_ID_BYTES)
  const key = keys.find((each) => ticketKeyId(each).equals(keyId))
  if (!key || !verify(null, payload, key, bytes.subarray(PAYLOAD_BYTES))) return undefined
  return {
    bookingId: uuidText(payload.subarray(AT.booking, AT.booking + 16)),
    tripId: uuidText(payload.subarray(AT.trip, AT.trip + 16)),
    generation: payload.readUInt16BE(AT.generation),
    seats: payload.readUInt8(AT.seats),
    fromSeq: payload.readUInt16BE(AT.from),
    toSeq: payload.readUInt16BE(AT.to),
    validFrom: new Date(payload.readUInt32BE(AT.notBefore) * 1000),
    validUntil: new Date(payload.readUInt32BE(AT.expires) * 1000),
  }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

/** Creates a random code to type; the database makes it unique per trip. */
export function newCode(): string {
  const letters = Array.from({ length: TICKET_CODE_LENGTH }, () => randomInt(CODE_ALPHABET.length))
  return letters.map((index) => CODE_ALPHABET[index]).join('')
}
