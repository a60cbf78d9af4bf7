import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { MonthReport, type SignedMonth } from '#contract/month-closings.ts'
import { ticketKeyId } from '#server/modules/travel/bookings/index.ts'

/** Prefix of the signed bytes, so that a signature of a ticket is never valid for a report. */
const CONTEXT = 'cupo-month-report\n'

/** Bytes that are signed: the JSON as stored, which `JSON.stringify` reproduces. */
const bytesOf = (report: string) => Buffer.from(CONTEXT + report, 'utf8')

const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' })

export type Signed = { report: string; signature: Buffer; keyId: string; publicKey: Buffer }

/** Signs a report with the key of the tickets (Ed25519). */
export function signReport(privateKey: KeyObject, report: MonthReport): Signed {
  // Parsing gives the fields the order of the contract.
  const text = JSON.stringify(MonthReport.parse(report))
  return {
    report: text,
    signature: sign(null, bytesOf(text), privateKey),
    keyId: ticketKeyId(privateKey).toString('hex'),
    publicKey: spki(createPublicKey(privateKey)),
  }
}

/** Whether a report (JSON text) matches its signature by the included key. */
export function isSigned(
  report: string,
  { signature, keyId, publicKey }: Omit<SignedMonth, 'report'>,
): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return (
      key.asymmetricKeyType === 'ed25519' &&
      ticketKeyId(key).toString('hex') === keyId &&
      verify(null, bytesOf(report), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}
