import { z } from 'zod'
import { verifyEvent } from '#server/domains/gateway/gateway.public.ts'

/** Events of payouts: camelCase, and milliseconds. */
const SHAPE = {
  required: ['transaction.id', 'transaction.status', 'transaction.amountInCents'],
  timestamp: /^[1-9]\d{12}$/,
}

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const Body = z.object({ transaction: z.object({ id: Id, payoutId: Id }) })

export type PayoutEvent = {
  type: string
  checksum: string
  /** Present when the signature covers what names a transaction and its state. */
  transaction: { id: string; payoutId: string; status: string } | undefined
}

/** Checks an event of payouts against their own secret; undefined when it does not hold. */
export function verifyPayoutEvent(event: unknown, eventsSecret: string): PayoutEvent | undefined {
  const verified = verifyEvent(event, eventsSecret, SHAPE)
  if (!verified) return undefined
  const { type, checksum, transaction } = verified
  const named = Body.safeParse((event as { data?: unknown }).data).data?.transaction
  return {
    type,
    checksum,
    // Where to ask is not signed; what is answered there decides.
    transaction: transaction && named ? { ...transaction, payoutId: named.payoutId } : undefined,
  }
}
