/** Verifies tickets offline with the downloaded public keys. */
import type { TicketKeys } from '#web/stored/boarding-store.ts'

/** Layout of the token, which server/modules/travel/bookings/tickets/ticket.ts writes. */
const VERSION = 1
const PAYLOAD_BYTES = 52
const TOKEN_BYTES = PAYLOAD_BYTES + 64
const TOKEN_CHARS = Math.ceil((TOKEN_BYTES * 4) / 3)
const AT = {
  keyId: 1,
  booking: 5,
  trip: 21,
  generation: 37,
  seats: 39,
  notBefore: 44,
  expires: 48,
} as const

export type TicketRead = {
  bookingId: string
  tripId: string
  generation: number
  seats: number
  validFrom: Date
  validUntil: Date
}

/**
 * Returns the claims of a ticket if its signature is valid for one of these keys; else null.
 * @throws where the browser does not support Ed25519
 */
export async function readTicket(keys: TicketKeys, token: string): Promise<TicketRead | null> {
  if (token.length !== TOKEN_CHARS || !/^[\w-]+$/.test(token)) return null
  const bytes = fromBase64Url(token)
  // Accept only the canonical base64url encoding: other texts can decode to the same bytes.
  if (bytes?.length !== TOKEN_BYTES || toBase64Url(bytes) !== token) return null
  const payload = bytes.slice(0, PAYLOAD_BYTES)
  if (payload[0] !== VERSION) return null
  const keyId = hex(payload.subarray(AT.keyId, AT.booking))
  const raw = fromBase64Url(keys.find(({ id }) => id === keyId)?.publicKey ?? '')
  if (!raw || raw.length === 0) return null
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const genuine = await crypto.subtle.verify('Ed25519', key, bytes.slice(PAYLOAD_BYTES), payload)
  return genuine ? claimsOf(payload) : null
}

function claimsOf(payload: Uint8Array): TicketRead {
  const view = new DataView(payload.buffer, payload.byteOffset)
  return {
    bookingId: uuid(payload.subarray(AT.booking, AT.trip)),
    tripId: uuid(payload.subarray(AT.trip, AT.generation)),
    generation: view.getUint16(AT.generation),
    seats: view.getUint8(AT.seats),
    validFrom: new Date(view.getUint32(AT.notBefore) * 1000),
    validUntil: new Date(view.getUint32(AT.expires) * 1000),
  }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function uuid(bytes: Uint8Array): string {
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = [...bytes].map((byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
