import {
  fetchByReference,
  fetchTransaction,
  type GatewayTransaction,
  type TransactionStatus,
} from '#server/domains/gateway/gateway.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { applyTransaction, type Outcome } from './apply-transaction.ts'

export type Settled = { outcome: Outcome; status: TransactionStatus; reference: string }

/** Outcomes that a person must look at. */
const ALARMS: readonly Outcome[] = ['double_charge', 'contradiction', 'reversed_short']

/**
 * The only way to change a top-up: reads the transaction from the gateway with
 * the private key, never believing what a browser or an event said, and applies it once.
 * Errors: `gateway_unavailable`.
 */
export async function settleTransaction(deps: Deps, transactionId: string): Promise<Settled> {
  return await settle(deps, await fetchTransaction(deps, transactionId))
}

/** The same for every transaction of a reference, oldest first. Errors: `gateway_unavailable`. */
export async function settleReference(deps: Deps, reference: string): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const transaction of await fetchByReference(deps, reference)) {
    settled.push(await settle(deps, await withMerchant(deps, transaction)))
  }
  return settled
}

/** A list may leave the merchant out; without one an approval is not credited. */
async function withMerchant(
  deps: Deps,
  transaction: GatewayTransaction,
): Promise<GatewayTransaction> {
  const complete = transaction.merchantKey !== null || transaction.status !== 'APPROVED'
  return complete ? transaction : await fetchTransaction(deps, transaction.id)
}

/** Applies a transaction that was just read from the gateway. */
export async function settle(deps: Deps, transaction: GatewayTransaction): Promise<Settled> {
  const { outcome, isNew } = await applyTransaction(deps, transaction)
  deps.metrics.count('payment_settled', { outcome })
  const known = { outcome, transactionId: transaction.id, status: transaction.status }
  if (outcome.startsWith('refused:')) {
    deps.metrics.count('payment_refused', { reason: outcome.slice('refused:'.length) })
    // Only money that was taken needs a person, and only once.
    const level = isNew ? 'error' : 'warn'
    deps.log[level](known, 'a transaction fits no payment of ours')
  } else if (ALARMS.includes(outcome)) {
    deps.log.error(known, 'a payment needs a person')
  }
  return { outcome, status: transaction.status, reference: transaction.reference }
}
