import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The phone's clock is not trusted, so a phone sends back the last time that the server signed. */
type Told = { tripId: string; driverId: string; at: Date }

/** Signs a time for this trip and driver. A ticket cannot be taken for it: it has 52 bytes. */
export function signTime(key: KeyObject, told: Told): string {
  const signature = sign(null, payloadOf(told, told.at.getTime()), key)
  return `${told.at.getTime()}.${signature.toString('base64url')}`
}

/** Reads the signed time; undefined unless the server signed it for this trip and driver. */
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

/** Limits the time of a scan to between the signed time and its arrival, which is the default. */
export function judgeTime(scan: { claimed: Date; toldAt: Date | undefined; now: Date }): Date {
  const { claimed, toldAt, now } = scan
  if (!toldAt || toldAt > now) return now
  return new Date(Math.min(Math.max(claimed.getTime(), toldAt.getTime()), now.getTime()))
}
