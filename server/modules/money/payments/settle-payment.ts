import {
  fetchByReference,
  fetchTransaction,
  GatewayError,
  type GatewayTransaction,
  type TransactionStatus,
} from '#server/modules/bank/gateway/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Asked, insertFailure, insertNoAnswer } from './answers.queries.ts'
import { applyTransaction, type Outcome } from './apply-transaction.ts'

export type Settled = { outcome: Outcome; status: TransactionStatus; reference: string }

/** Payment outcomes that a person must review. */
const ALARMS: readonly Outcome[] = ['double_charge', 'contradiction', 'reversed_short']

/**
 * Reads a transaction from the gateway with the private key and applies it once. The only way to
 * change a top-up: data from a browser or an event is not trusted. Errors: `gateway_unavailable`.
 */
export async function settleTransaction(deps: Deps, transactionId: string): Promise<Settled> {
  const asking = fetchTransaction(deps, transactionId)
  return await settle(deps, await kept(deps, 'transaction', transactionId, asking))
}

/** Settles every transaction of a reference, oldest first. Errors: `gateway_unavailable`. */
export async function settleReference(deps: Deps, reference: string): Promise<Settled[]> {
  const settled: Settled[] = []
  const asking = fetchByReference(deps, reference)
  const found = await kept(deps, 'reference', reference, asking)
  if (found.length === 0) await insertNoAnswer(deps.db, { reference, now: deps.clock.now() })
  for (const transaction of found) {
    settled.push(await settle(deps, await withMerchant(deps, transaction), 'reference'))
  }
  return settled
}

/** Returns the gateway's answer. Records a failure to answer, unless no request was sent. */
async function kept<T>(deps: Deps, asked: Asked, subject: string, asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof GatewayError && error.reason !== 'resting') {
      const outcome = `failed:${error.reason}`
      await insertFailure(deps.db, { asked, subject, outcome, now: deps.clock.now() })
    }
    throw error
  }
}

/** Reads a transaction again if a list had no merchant: such an approval is not credited. */
async function withMerchant(deps: Deps, transaction: GatewayTransaction) {
  const complete = transaction.merchantKey !== null || transaction.status !== 'APPROVED'
  return complete ? transaction : await fetchTransaction(deps, transaction.id)
}

/** Applies a transaction that was just read from the gateway. */
export async function settle(
  deps: Deps,
  transaction: GatewayTransaction,
  asked: Asked = 'transaction',
): Promise<Settled> {
  const { outcome, isNew } = await applyTransaction(deps, transaction, asked)
  deps.metrics.count('payment_settled', { outcome })
  const known = { outcome, transactionId: transaction.id, status: transaction.status }
  if (outcome.startsWith('refused:')) {
    deps.metrics.count('payment_refused', { reason: outcome.slice('refused:'.length) })
    // An error only for a new case: a person must review money that was charged, once.
    const level = isNew ? 'error' : 'warn'
    deps.log[level](known, 'a transaction fits no payment of ours')
  } else if (ALARMS.includes(outcome)) {
    deps.log.error(known, 'a payment needs a person')
  }
  return { outcome, status: transaction.status, reference: transaction.reference }
}
