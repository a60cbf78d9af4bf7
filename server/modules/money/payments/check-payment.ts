import { fetchTransaction, GatewayError } from '#server/modules/bank/gateway/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { assertOwn } from './create-payment.ts'
import {
  findByReference,
  findByTransaction,
  findPayment,
  type PaymentRow,
} from './payments.queries.ts'
import { claimAsk } from './polls.queries.ts'
import { settle, settleReference } from './settle-payment.ts'

/** `answered`: false when the gateway was asked and did not answer, so the record may be old. */
export type CheckedPayment = { payment: PaymentRow; answered: boolean }

/**
 * Reads the payment from the gateway after the return from the checkout; the parameters of the
 * return address are only hints. The record stays unchanged when the gateway does not answer.
 * Errors: `forbidden`, `payment_not_found`.
 */
export async function confirmRedirect(
  deps: Deps,
  actor: Actor,
  input: { reference: string; userId?: string | undefined; transactionId?: string | undefined },
): Promise<CheckedPayment> {
  assertOwn(actor, input.userId)
  const payment = await findByReference(deps.db, input.reference)
  if (payment?.user_id !== actor.userId) throw new AppError('payment_not_found')
  if (!(await mayAsk(deps, payment))) return { payment, answered: true }
  return await refresh(deps, payment, async () => {
    const hinted = input.transactionId && (await fetchHinted(deps, input.transactionId))
    if (hinted && hinted.reference === payment.reference) await settle(deps, hinted)
    else await settleReference(deps, payment.reference)
  })
}

/**
 * Reads one transaction of the caller from the gateway again. Errors: `forbidden`,
 * `payment_not_found` (also for other people's), `gateway_unavailable` when it is not recorded.
 */
export async function validatePayment(
  deps: Deps,
  actor: Actor,
  input: { transactionId: string; userId?: string | undefined },
): Promise<CheckedPayment> {
  assertOwn(actor, input.userId)
  const known = await findByTransaction(deps.db, input.transactionId)
  if (known && known.user_id !== actor.userId) throw new AppError('payment_not_found')
  if (known) {
    if (!(await mayAsk(deps, known))) return { payment: known, answered: true }
    return await refresh(deps, known, async () => {
      await settle(deps, await fetchTransaction(deps, input.transactionId))
    })
  }
  const transaction = await fetchHinted(deps, input.transactionId)
  const payment = transaction && (await findByReference(deps.db, transaction.reference))
  if (!transaction || payment?.user_id !== actor.userId) throw new AppError('payment_not_found')
  await settle(deps, transaction)
  return { payment: await reread(deps, payment), answered: true }
}

/** Minimum interval between polls of an approved payment that its owner requests. */
const APPROVED_PAUSE_MS = 10 * MINUTE_MS

/**
 * Whether the gateway can be polled for this payment. A reversed payment is final. An approved one
 * can still be voided, but its owner must not be able to flood the gateway.
 */
async function mayAsk(deps: Deps, { id, status }: PaymentRow): Promise<boolean> {
  if (status === 'reversed') return false
  if (status !== 'approved') return true
  const now = deps.clock.now()
  return await claimAsk(deps.db, { id, now, askedBefore: addMs(now, -APPROVED_PAUSE_MS) })
}

async function refresh(deps: Deps, payment: PaymentRow, ask: () => Promise<void>) {
  let answered = true
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    answered = false
  }
  return { payment: await reread(deps, payment), answered }
}

async function reread(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  return (await findPayment(deps.db, payment.id)) ?? payment
}

/** Reads a transaction by an id from a browser; an unknown id does not raise an alert. */
async function fetchHinted(deps: Deps, transactionId: string) {
  try {
    return await fetchTransaction(deps, transactionId)
  } catch (error) {
    if (error instanceof GatewayError && error.reason === 'missing') return undefined
    throw error
  }
}
