import { sameHex, sha256Hex } from '#server/platform/crypto.ts'
import { assert } from '#server/platform/errors.ts'

/**
 * Computes the digest that the checkout requires: SHA-256 of reference, cents, currency and secret,
 * joined without separators. https://docs.wompi.co/docs/colombia/widget-checkout-web
 */
export function integritySignature(input: {
  reference: string
  amountInCents: number
  currency: 'COP'
  secret: string
}): string {
  const { amountInCents, secret } = input
  assert(Number.isSafeInteger(amountInCents) && amountInCents > 0, 'cents are a positive integer')
  assert(amountInCents % 100 === 0, 'the gateway takes whole pesos only')
  assert(secret !== '', 'the integrity secret is empty')
  const text = `${input.reference}${amountInCents}${input.currency}`
  return sha256Hex(text + secret)
}

export type VerifiedEvent = {
  type: string
  /** As sent: the signature does not cover it, so it can only be used to ignore an event. */
  environment: string | undefined
  checksum: string
  /** Present when the signature covers the fields that identify a transaction and its state. */
  transaction: { id: string; status: string } | undefined
}

export type EventShape = {
  /** Properties that the signature must cover before the event can name a transaction. */
  required: readonly string[]
  /** Exact format: a longer timestamp could include digits of the amount, joined before it. */
  timestamp: RegExp
}

/** Events of payments, with timestamps in Unix seconds. */
const PAYMENTS: EventShape = {
  required: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
  timestamp: /^[1-9]\d{9}$/,
}
const PROPERTIES_MAX = 32
const PROPERTY = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/
const CHECKSUM = /^[0-9a-f]{64}$/i

/**
 * Verifies the checksum of an event: SHA-256 of the values that `signature.properties` names inside
 * `data`, the timestamp and the secret. Undefined if the checksum is wrong.
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

/** Returns a value inside `data` as the signature joins it; undefined without a plain text form. */
function signedValue(data: unknown, property: unknown): string | undefined {
  if (typeof property !== 'string' || !PROPERTY.test(property)) return undefined
  let value = data
  for (const key of property.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  // The documentation does not say how the gateway joins null, so null is refused.
  return plainText(value)
}

/** Converts plain values to text, but no object: it could define `toString` or be nested deeply. */
function plainText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
