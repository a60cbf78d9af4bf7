import { sameHex, sha256Hex } from '#server/platform/crypto.ts'
import { assert } from '#server/platform/errors.ts'

/**
 * Digest that the checkout asks for: SHA-256 of reference, cents, currency and secret, joined
 * without separators. https://docs.wompi.co/docs/colombia/widget-checkout-web
 */
export function integritySignature(input: {
  reference: string
  amountInCents: number
  currency: 'COP'
  expirationTime?: string
  secret: string
}): string {
  const { amountInCents, secret } = input
  assert(Number.isSafeInteger(amountInCents) && amountInCents > 0, 'cents are a positive integer')
  assert(amountInCents % 100 === 0, 'the gateway takes whole pesos only')
  assert(secret !== '', 'the integrity secret is empty')
  const text = `${input.reference}${amountInCents}${input.currency}${input.expirationTime ?? ''}`
  return sha256Hex(text + secret)
}

export type VerifiedEvent = {
  type: string
  /** As sent: not covered by the signature, so only good for ignoring an event. */
  environment: string | undefined
  checksum: string
  /** Present when the signature covers what names a transaction and its state. */
  transaction: { id: string; status: string } | undefined
}

export type EventShape = {
  /** What the signature must cover for an event to name a transaction. */
  required: readonly string[]
  /** The timestamp; a longer one could be digits cut from the amount, which is joined before it. */
  timestamp: RegExp
}

/** Events of payments: Unix seconds. */
const PAYMENTS: EventShape = {
  required: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
  timestamp: /^[1-9]\d{9}$/,
}
const PROPERTIES_MAX = 32
const PROPERTY = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/
const CHECKSUM = /^[0-9a-f]{64}$/i

/**
 * Checks the checksum of an event: SHA-256 of the values that `signature.properties` names inside
 * `data`, the timestamp and the secret. Undefined when it does not hold.
 * https://docs.wompi.co/docs/colombia/eventos
 */
export function verifyEvent(
  event: unknown,
  eventsSecret: string,
  shape: EventShape = PAYMENTS,
): VerifiedEvent | undefined {
  assert(eventsSecret !== '', 'the events secret is empty')
  const { signature, data, timestamp } = asRecord(event)
  const { properties, checksum, timestamp: inner } = asRecord(signature)
  const time = plainText(timestamp ?? inner) ?? ''
  if (!Array.isArray(properties) || properties.length === 0) return undefined
  if (properties.length > PROPERTIES_MAX) return undefined
  if (typeof checksum !== 'string' || !CHECKSUM.test(checksum)) return undefined
  if (!shape.timestamp.test(time)) return undefined
  const values = properties.map((property) => signedValue(data, property))
  if (values.includes(undefined)) return undefined
  if (!sameHex(sha256Hex(values.join('') + time + eventsSecret), checksum)) return undefined
  return describe(asRecord(event), { properties, required: shape.required }, checksum.toLowerCase())
}

function describe(
  event: Record<string, unknown>,
  { properties, required }: { properties: string[]; required: readonly string[] },
  checksum: string,
): VerifiedEvent {
  const { environment } = event
  const covered = required.every((property) => properties.includes(property))
  const id = signedValue(event.data, 'transaction.id')
  const status = signedValue(event.data, 'transaction.status')
  return {
    type: String(event.event),
    environment: typeof environment === 'string' ? environment : undefined,
    checksum,
    transaction: covered && id && status ? { id, status } : undefined,
  }
}

/** The value at a dotted path inside `data`, as it was joined; undefined if it cannot be. */
function signedValue(data: unknown, property: unknown): string | undefined {
  if (typeof property !== 'string' || !PROPERTY.test(property)) return undefined
  let value = data
  for (const key of property.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  // How the gateway joins null is not documented: refused rather than guessed.
  return plainText(value)
}

/** Objects are never turned into text: their sender may have chosen how, or nested them deep. */
function plainText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
