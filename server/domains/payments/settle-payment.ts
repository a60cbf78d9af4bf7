import {
  ensureWallet,
  gatewayWompi,
  transfer,
  walletTotals,
} from '#server/domains/ledger/ledger.public.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import {
  APPROVED_CHECK_MINUTES,
  CHECK_MINUTES,
  centsOf,
  environmentOf,
  stepOf,
  type TransactionStatus,
} from './payment.ts'
import {
  type AttemptRow,
  attemptsOf,
  closeCase,
  findAttempt,
  lockByReference,
  markCredited,
  openCase,
  type PaymentRow,
  restartChecks,
  saveAttempt,
  updatePayment,
} from './payments.queries.ts'
import { fetchByReference, fetchTransaction, type GatewayTransaction } from './wompi-gateway.ts'

/** What a read transaction changed; `refused:<reason>` when it does not fit any payment of ours. */
export type Outcome =
  | 'credited'
  | 'recorded'
  | 'reversed'
  | 'reversed_short'
  | 'unchanged'
  | 'double_charge'
  | 'contradiction'
  | `refused:${Mismatch}`

type Mismatch = 'reference' | 'amount' | 'currency' | 'environment' | 'merchant' | 'attempt'

export type Settled = { outcome: Outcome; status: TransactionStatus; reference: string }

/** Outcomes that a person must look at. */
const ALARMS: readonly Outcome[] = ['double_charge', 'contradiction', 'reversed_short']

/**
 * The one way by which a top-up changes, whoever asks: reads the transaction from the gateway with
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
    settled.push(await settle(deps, transaction))
  }
  return settled
}

/** Applies a transaction that was just read from the gateway. */
export async function settle(deps: Deps, transaction: GatewayTransaction): Promise<Settled> {
  const outcome = await applyTransaction(deps, transaction)
  deps.metrics.count('payment_settled', { outcome })
  const known = { outcome, transactionId: transaction.id, status: transaction.status }
  if (outcome.startsWith('refused:')) {
    deps.metrics.count('payment_refused', { reason: outcome.slice('refused:'.length) })
    deps.log.warn(known, 'a transaction fits no payment of ours')
  } else if (ALARMS.includes(outcome)) {
    deps.log.error(known, 'a payment needs a person')
  }
  return { outcome, status: transaction.status, reference: transaction.reference }
}

type Context = { tx: Tx; now: Date; payment: PaymentRow; transaction: GatewayTransaction }

const REVERSAL_TRIES = 5

/**
 * Brings our record to what the gateway answered, in one transaction under the payment's lock:
 * credits the wallet on the first approval, takes back a voided credit, opens cases. Safe to repeat
 * and to run in parallel.
 */
async function applyTransaction(deps: Deps, transaction: GatewayTransaction): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.db, (tx) => apply(tx, deps, transaction))
    } catch (error) {
      // The wallet was spent between reading it and taking the money back: read it again.
      const spent = error instanceof AppError && error.code === 'insufficient_funds'
      if (!spent || tries === REVERSAL_TRIES) throw error
    }
  }
}

async function apply(tx: Tx, deps: Deps, transaction: GatewayTransaction): Promise<Outcome> {
  const now = deps.clock.now()
  const payment = await lockByReference(tx, transaction.reference)
  const attempt = await findAttempt(tx, transaction.id)
  const mismatch = mismatchOf(deps, transaction, payment, attempt)
  if (mismatch || !payment) return await refuse(tx, transaction, mismatch ?? 'reference', now)

  const context = { tx, now, payment, transaction }
  const step = stepOf(attempt?.status, transaction.status)
  if (step === 'ignore') return 'unchanged'
  if (step === 'contradiction') return await contradict(context, attempt)
  await saveAttempt(tx, {
    transactionId: transaction.id,
    paymentId: payment.id,
    status: transaction.status,
    amountInCents: transaction.amountInCents,
    currency: transaction.currency,
    method: transaction.method,
    createdAt: transaction.createdAt ?? now,
    now,
  })
  if (step === 'credit') return await credit(context)
  if (step === 'reverse') return await reverse(context, attempt)
  return await record(context)
}

/** What does not fit between the gateway's answer and our payment, if anything. */
function mismatchOf(
  deps: Deps,
  transaction: GatewayTransaction,
  payment: PaymentRow | undefined,
  attempt: AttemptRow | undefined,
): Mismatch | undefined {
  const { wompi } = deps.secrets
  if (!payment) return 'reference'
  if (attempt && attempt.payment_id !== payment.id) return 'attempt'
  if (transaction.amountInCents !== centsOf(payment.amount_pesos)) return 'amount'
  if (transaction.currency !== 'COP') return 'currency'
  if (payment.environment !== environmentOf(wompi)) return 'environment'
  if (transaction.merchantKey !== null && transaction.merchantKey !== wompi.publicKey) {
    return 'merchant'
  }
  return undefined
}

async function refuse(
  tx: Tx,
  transaction: GatewayTransaction,
  reason: Mismatch,
  now: Date,
): Promise<Outcome> {
  await openCase(tx, {
    kind: `mismatch_${reason}`,
    reference: transaction.reference,
    transactionId: transaction.id,
    details: {
      status: transaction.status,
      amountInCents: transaction.amountInCents,
      currency: transaction.currency,
    },
    now,
  })
  return `refused:${reason}`
}

async function credit(context: Context): Promise<Outcome> {
  const { tx, now, payment, transaction } = context
  const attempts = await attemptsOf(tx, payment.id)
  const credited = attempts.find((each) => each.credit_transfer !== null)
  if (credited) {
    const details = { creditedTransaction: credited.transaction_id, pesos: payment.amount_pesos }
    await open(context, 'double_charge', details)
    return 'double_charge'
  }
  const transferId = derivedId('payment.credit', transaction.id)
  const wallet = await ensureWallet(tx, payment.user_id, now)
  await transfer(tx, {
    id: transferId,
    from: gatewayWompi,
    to: wallet,
    pesos: payment.amount_pesos,
    code: 'topup',
    cause: { kind: 'payment', id: payment.id },
    now,
  })
  await markCredited(tx, { transactionId: transaction.id, transferId })
  await update(context, 'approved', transaction)
  await restart(context, APPROVED_CHECK_MINUTES)
  return 'credited'
}

/** The gateway took an approved payment back: what the wallet lacks becomes a case. */
async function reverse(context: Context, attempt: AttemptRow | undefined): Promise<Outcome> {
  const { tx, now, payment, transaction } = context
  if (!attempt?.credit_transfer) {
    // The second charge of a reference was never ours to keep: returned, its case is solved.
    await closeCase(tx, { kind: 'double_charge', transactionId: transaction.id, now })
    return 'recorded'
  }
  const pesos = payment.amount_pesos
  const { id: wallet, available } = await walletTotals(tx, payment.user_id)
  const taken = Math.max(0, Math.min(available, pesos))
  if (taken > 0) {
    await transfer(tx, {
      id: derivedId('payment.reversal', transaction.id),
      from: wallet,
      to: gatewayWompi,
      pesos: taken,
      code: 'topup_reversal',
      cause: { kind: 'payment', id: payment.id },
      now,
    })
  }
  if (taken < pesos) {
    await open(context, 'reversal_uncovered', { missingPesos: pesos - taken, takenPesos: taken })
  }
  await update(context, 'reversed', transaction)
  return taken < pesos ? 'reversed_short' : 'reversed'
}

/** Nothing to move: the payment shows what is pending, else its newest attempt. */
async function record(context: Context): Promise<Outcome> {
  const { tx, payment } = context
  if (payment.status === 'approved' || payment.status === 'reversed') return 'recorded'
  const attempts = await attemptsOf(tx, payment.id)
  const shown = attempts.findLast((each) => each.status === 'PENDING') ?? attempts.at(-1)
  if (!shown) return 'recorded'
  // We had stopped asking, and now somebody is paying.
  const reopened = payment.status === 'abandoned' && shown.status === 'PENDING'
  const last = { id: shown.transaction_id, status: shown.status }
  await update(context, reopened ? 'open' : payment.status, last)
  if (reopened) await restart(context, CHECK_MINUTES)
  return 'recorded'
}

/** Plans the first question of the payment's new state, by its list of pauses in minutes. */
async function restart({ tx, now, payment }: Context, [minutes = 1]: number[]): Promise<void> {
  await restartChecks(tx, { id: payment.id, nextCheckAt: addMs(now, minutes * MINUTE_MS) })
}

async function contradict(context: Context, attempt: AttemptRow | undefined): Promise<Outcome> {
  const isNew = await open(context, 'approved_after_refusal', { before: attempt?.status })
  return isNew ? 'contradiction' : 'unchanged'
}

async function open(
  { tx, now, payment, transaction }: Context,
  kind: 'double_charge' | 'reversal_uncovered' | 'approved_after_refusal',
  details: Record<string, unknown>,
): Promise<boolean> {
  const { reference } = payment
  return await openCase(tx, { kind, reference, transactionId: transaction.id, details, now })
}

async function update(
  { tx, now, payment }: Context,
  status: PaymentRow['status'],
  last: { id: string; status: TransactionStatus },
): Promise<void> {
  await updatePayment(tx, {
    id: payment.id,
    status,
    lastStatus: last.status,
    lastTransactionId: last.id,
    now,
  })
}
