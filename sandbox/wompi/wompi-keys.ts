import { createHash, timingSafeEqual } from 'node:crypto'

export type WompiSandboxKeys = {
  publicKey: string
  privateKey: string
  eventsSecret: string
  integritySecret: string
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Integrity signature of a checkout: https://docs.wompi.co/docs/colombia/widget-checkout-web */
export function integrityDigest(
  secret: string,
  fields: { reference: string; amountInCents: string; currency: string; expirationTime?: string },
): string {
  const { reference, amountInCents, currency, expirationTime } = fields
  return sha256(`${reference}${amountInCents}${currency}${expirationTime ?? ''}${secret}`)
}

/** Checksum of an event: https://docs.wompi.co/docs/colombia/eventos */
export function eventDigest(
  secret: string,
  signed: { id: string; status: string; amountInCents: number; timestamp: number },
): string {
  const { id, status, amountInCents, timestamp } = signed
  return sha256(`${id}${status}${amountInCents}${timestamp}${secret}`)
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(sha256(a)), Buffer.from(sha256(b))]
  return timingSafeEqual(left, right)
}
