import { z } from 'zod'
import { verifyEvent } from '#server/modules/bank/gateway/index.ts'

// https://docs.wompi.co/docs/colombia/eventos-pagos-a-terceros/; timestamps in milliseconds.

const TIMESTAMP = /^[1-9]\d{12}$/
const TRANSACTION = ['transaction.id', 'transaction.status', 'transaction.amountInCents']
const BATCH = ['payout.id', 'payout.status', 'payout.amountInCents']

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const OfTransaction = z.object({ transaction: z.object({ id: Id, payoutId: Id }) })
const OfBatch = z.object({ payout: z.object({ id: Id, status: z.string().max(64) }) })

export type PayoutEvent = {
  type: string
  checksum: string
  /** Present when the signature covers the fields that identify a transaction and its state. */
  transaction: { id: string; payoutId: string; status: string } | undefined
  /** Present when the signature covers the fields that identify a batch and its state. */
  batch: { payoutId: string; status: string } | undefined
}

/** Verifies a payout event with the events secret of payouts; undefined if it is forged. */
export function verifyPayoutEvent(event: unknown, eventsSecret: string): PayoutEvent | undefined {
  const shape = { required: TRANSACTION, timestamp: TIMESTAMP }
  const verified = verifyEvent(event, eventsSecret, shape)
  if (!verified) return undefined
  const { type, checksum, transaction } = verified
  const { data, signature } = event as { data?: unknown; signature: { properties: string[] } }
  const named = OfTransaction.safeParse(data).data?.transaction
  const batch = OfBatch.safeParse(data).data?.payout
  const coversBatch = BATCH.every((property) => signature.properties.includes(property))
  return {
    type,
    checksum,
    // The payout id is not signed. It only selects the address to ask; the answer there decides.
    transaction: transaction && named ? { ...transaction, payoutId: named.payoutId } : undefined,
    batch: batch && coversBatch ? { payoutId: batch.id, status: batch.status } : undefined,
  }
}
