import type { GatewayTransaction, TransactionStatus } from '#server/modules/bank/gateway/index.ts'
import {
  type CaseKind,
  closeCase,
  closeMismatches,
  ensureWallet,
  gatewayWompi,
  openCase,
  returnSuspended,
  reverseTopUp,
  suspendTopUp,
  transfer,
} from '#server/modules/bank/ledger/index.ts'
import { endUnsentWithdrawals } from '#server/modules/money/withdrawals/index.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Asked, insertAnswer } from './answers.queries.ts'
import {
  APPROVED_CHECK_MINUTES,
  CHECK_MINUTES,
  centsOf,
  environmentOf,
  QUIET_AGES,
  stepOf,
} from './payment.ts'
import {
  chargedTwice,
  chargeReturned,
  topupApproved,
  topupDeclined,
  topupVoided,
} from './payments.messages.ts'
import {
  type AttemptRow,
  findAttempt,
  listAttemptsOf,
  lockByReference,
  markCredited,
  type PaymentRow,
  saveAttempt,
  sumRefunds,
  updatePayment,
} from './payments.queries.ts'
import { planQuiet, restartChecks } from './polls.queries.ts'

/** Effect of a transaction that was read; `refused:<reason>` when it matches no payment of ours. */
export type Outcome =
  | 'credited'
  | 'recorded'
  | 'reversed'
  | 'reversed_short'
  | 'unchanged'
  | 'double_charge'
  | 'contradiction'
  | `refused:${Mismatch}`

/** Job that tells a payer whose kept seats are gone; a module on a higher layer handles it. */
export const KEEP_LOST_JOB = 'seat-keeps.tell-lost'

/** Time in ms for a payer to return from the gateway and to book, before that job runs. */
export const RETURN_MS = 5 * MINUTE_MS

type Mismatch = 'reference' | 'amount' | 'currency' | 'environment' | 'merchant' | 'attempt'

/** `isNew`: a case was opened, so a person must be alerted. */
export type Applied = { outcome: Outcome; isNew: boolean }

type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics'>

type Context = {
  tx: Tx
  deps: ApplyDeps
  now: Date
  payment: PaymentRow
  transaction: GatewayTransaction
}

/**
 * Applies the gateway's answer to our record, in one transaction under the lock of the payment:
 * credits the wallet on the first approval, suspends a second charge, reverses a voided credit,
 * opens cases, mails the owner, stores the answer. Safe to repeat and to run in parallel.
 */
export function applyTransaction(
  deps: ApplyDeps,
  transaction: GatewayTransaction,
  asked: Asked = 'transaction',
): Promise<Applied> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await lockByReference(tx, transaction.reference)
    const applied = await decide({ tx, deps, now, transaction }, payment)
    await insertAnswer(tx, { asked, transaction, outcome: applied.outcome, now })
    return applied
  })
}

async function decide(
  read: Omit<Context, 'payment'>,
  payment: PaymentRow | undefined,
): Promise<Applied> {
  const { tx, deps, now, transaction } = read
  const attempt = await findAttempt(tx, transaction.id)
  const mismatch = mismatchOf(deps, transaction, payment, attempt)
  if (mismatch || !payment) return await refuse(tx, transaction, mismatch ?? 'reference', now)

  const context = { ...read, payment }
  const step = stepOf(attempt?.status, transaction.status)
  if (step === 'ignore') return { outcome: 'unchanged', isNew: false }
  if (step === 'contradiction') return await contradict(context, attempt)
  const payerIndex = payerIndexOf(deps, transaction)
  await saveAttempt(tx, { transaction, paymentId: payment.id, payerIndex, now })
  const run = step === 'credit' ? credit : step === 'reverse' ? reverse : record
  return { outcome: await run(context, attempt), isNew: true }
}

/** Digest of the payer, enough to compare whether two payments used the same card or account. */
function payerIndexOf({ secrets }: ApplyDeps, { payer }: GatewayTransaction): Buffer | null {
  return payer === null ? null : blindIndex(secrets.indexKey, `payer|${payer}`)
}

/** Returns the mismatch between a transaction and its payment; undefined without one. */
function mismatchOf(
  deps: ApplyDeps,
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
  // Without a merchant, nothing proves that the money was paid to us.
  const { merchantKey, status } = transaction
  const merchantMissing = merchantKey === null && status === 'APPROVED' && !attempt?.credit_transfer
  if (merchantMissing || (merchantKey !== null && merchantKey !== wompi.publicKey)) {
    return 'merchant'
  }
  return undefined
}

/** Opens a case for money that matches no payment; it closes when the gateway refunds the money. */
async function refuse(
  tx: Tx,
  transaction: GatewayTransaction,
  reason: Mismatch,
  now: Date,
): Promise<Applied> {
  const { id: transactionId, reference, status, amountInCents, currency } = transaction
  const kind: CaseKind = `mismatch_${reason}`
  const details = { status, amountInCents, currency }
  if (status === 'VOIDED') await closeMismatches(tx, { transactionId, now })
  const isNew =
    status === 'APPROVED' && (await openCase(tx, { kind, reference, transactionId, details, now }))
  return { outcome: `refused:${reason}`, isNew }
}

async function credit(context: Context): Promise<Outcome> {
  const { tx, now, payment, transaction } = context
  const attempts = await listAttemptsOf(tx, payment.id)
  const credited = attempts.find((each) => each.credit_transfer !== null)
  if (credited) return await suspendSecond(context, credited)
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
  // An earlier incomplete answer of the gateway can have opened a mismatch case.
  await closeMismatches(tx, { transactionId: transaction.id, now })
  await update(context, 'approved', transaction)
  await restart(context, APPROVED_CHECK_MINUTES)
  await tell(context, topupApproved)
  const payload = { userId: payment.user_id }
  const runAt = addMs(now, RETURN_MS)
  await enqueue(tx, context.deps.clock, { name: KEEP_LOST_JOB, payload, runAt })
  return 'credited'
}

/** Notifies the payer about this transaction, once. */
async function tell({ tx, deps, payment, transaction }: Context, message: typeof topupApproved) {
  const { user_id: userId, amount_pesos: pesos, reference } = payment
  const data = { pesos, reference }
  await tellUser(tx, deps, message, { userId, data, cause: transaction.id })
}

/** Suspends the second charge of one payment until the gateway refunds it. */
async function suspendSecond(context: Context, credited: AttemptRow): Promise<Outcome> {
  const { tx, deps, now, payment, transaction } = context
  await suspendTopUp(tx, { paymentId: payment.id, transactionId: transaction.id, now })
  const pesos = payment.amount_pesos
  await open(context, 'double_charge', { creditedTransaction: credited.transaction_id, pesos })
  await tellUser(tx, deps, chargedTwice, {
    userId: payment.user_id,
    data: { pesos, reference: payment.reference },
  })
  return 'double_charge'
}

/**
 * Reverses an approved payment that the gateway voided: cancels withdrawals that were not handed
 * over, unless the team refunded all of it, and books a debt for what the wallet lacks.
 */
async function reverse(context: Context, attempt: AttemptRow | undefined): Promise<Outcome> {
  const { tx, deps, now, payment, transaction } = context
  const transactionId = transaction.id
  const data = { pesos: payment.amount_pesos, reference: payment.reference }
  const { user_id: userId } = payment
  if (!attempt?.credit_transfer) {
    await returnSecond(tx, deps, { transactionId, payment })
    await closeCase(tx, { kind: 'double_charge', transactionId, now })
    return 'recorded'
  }
  // The row is locked against a refund that is proposed meanwhile. What the team refunded left the
  // wallet before, so that nothing is missing for a withdrawal.
  await lockUser(tx, userId)
  if ((await sumRefunds(tx, payment.id)) < payment.amount_pesos) {
    await endUnsentWithdrawals(tx, deps, { userId, why: 'topup_voided' })
  }
  const reversal = { paymentId: payment.id, transactionId, now }
  const { takenPesos, owedPesos } = await reverseTopUp(tx, reversal)
  const short = owedPesos > 0
  if (short) await open(context, 'reversal_uncovered', { takenPesos, owedPesos })
  // Nothing is left to take when the team had refunded the payment, and told the person.
  const pesos = takenPesos + owedPesos
  if (pesos > 0)
    await tellUser(tx, deps, topupVoided, { userId, data: { ...data, pesos, owedPesos } })
  await update(context, 'reversed', transaction)
  return short ? 'reversed_short' : 'reversed'
}

/**
 * Books that the second charge of a payment was returned, and tells its payer once: after its void,
 * or when two people closed its case, because the gateway voids cards only.
 */
export async function returnSecond(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { transactionId, payment }: { transactionId: string; payment: PaymentRow },
): Promise<void> {
  if (!(await returnSuspended(tx, { transactionId, now: deps.clock.now() }))) return
  const { user_id: userId, amount_pesos: pesos, reference } = payment
  const data = { pesos, reference }
  await tellUser(tx, deps, chargeReturned, { userId, data, cause: transactionId })
}

/** Records a transaction that moves no money. The payment shows a pending attempt, or the last. */
async function record(context: Context): Promise<Outcome> {
  const { tx, payment } = context
  if (payment.status === 'approved' || payment.status === 'reversed') return 'recorded'
  const { status } = context.transaction
  if (status !== 'PENDING') await tell(context, topupDeclined)
  const attempts = await listAttemptsOf(tx, payment.id)
  const shown = attempts.findLast((each) => each.status === 'PENDING') ?? attempts.at(-1)
  if (!shown) return 'recorded'
  // Somebody is paying an abandoned payment after all: poll it again.
  const reopened = payment.status === 'abandoned' && shown.status === 'PENDING'
  const last = { id: shown.transaction_id, status: shown.status }
  await update(context, reopened ? 'open' : payment.status, last)
  if (reopened) await restart(context, CHECK_MINUTES)
  await planQuiet(tx, { id: payment.id, now: context.now, quietAges: QUIET_AGES })
  return 'recorded'
}

/** Schedules the first poll of the payment's new state; the intervals are in minutes. */
async function restart({ tx, now, payment }: Context, [minutes = 1]: number[]): Promise<void> {
  await restartChecks(tx, { id: payment.id, nextCheckAt: addMs(now, minutes * MINUTE_MS) })
}

async function contradict(context: Context, attempt: AttemptRow | undefined): Promise<Applied> {
  const isNew = await open(context, 'approved_after_refusal', { before: attempt?.status })
  return { outcome: isNew ? 'contradiction' : 'unchanged', isNew }
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
  await updatePayment(tx, { id: payment.id, status, last, now })
}
