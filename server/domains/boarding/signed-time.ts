import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** A phone cannot be believed about the time, but it can return the last time we told it. */
type Told = { tripId: string; driverId: string; at: Date }

/** The moment, signed for this trip and driver. Never mistaken for a ticket: those are 52 bytes. */
export function signTime(key: KeyObject, told: Told): string {
  const signature = sign(null, payloadOf(told, told.at.getTime()), key)
  return `${told.at.getTime()}.${signature.toString('base64url')}`
}

/** The moment that we signed for this trip and driver; undefined when we did not. */
export function readTime(
  key: KeyObject,
  { tripId, driverId, proof }: Omit<Told, 'at'> & { proof: string },
): Date | undefined {
  const [, digits, signature] = /^(\d{1,15})\.([\w-]{86})$/.exec(proof) ?? []
  if (digits === undefined || signature === undefined) return undefined
  const ms = Number(digits)
  const payload = payloadOf({ tripId, driverId }, ms)
  const genuine = verify(null, payload, createPublicKey(key), Buffer.from(signature, 'base64url'))
  return genuine ? new Date(ms) : undefined
}

function payloadOf({ tripId, driverId }: Omit<Told, 'at'>, ms: number): Buffer {
  return Buffer.from(`cupo boarding time ${tripId.toLowerCase()} ${driverId} ${ms}`, 'utf8')
}

/**
 * The moment of a scan as far as it can be known: not before the time the phone had been told, not
 * after its scan arrived. Without proof of a time, when it arrived.
 */
export function judgeTime(scan: { claimed: Date; toldAt: Date | undefined; now: Date }): Date {
  const { claimed, toldAt, now } = scan
  if (!toldAt || toldAt > now) return now
  return new Date(Math.min(Math.max(claimed.getTime(), toldAt.getTime()), now.getTime()))
}
