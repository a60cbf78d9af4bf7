import { GatewayError, gatewayRestsUntil } from '#server/modules/bank/gateway/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import {
  APPROVED_CHECK_MINUTES,
  CHECK_MINUTES,
  LEFT_AFTER_MS,
  PENDING_DAYS,
  QUIET_AGES,
} from './payment.ts'
import { abandonIfOld, type DuePayment, leaseDuePayments, planNextCheck } from './polls.queries.ts'
import { settleReference } from './settle-payment.ts'

const BATCH = 25
const BATCHES_MAX = 8
/** Number of parallel requests to the gateway. */
const WIDTH = 5
/** Lease of a batch of polls: longer than the batch takes when every request times out. */
const LEASE_MS = 2 * MINUTE_MS

/**
 * Polls the gateway for payments whose event can be lost: payable ones at growing intervals, quiet
 * ones four times, approved ones for 18 months, because a void can be reported late or never.
 * Abandons a payment that is quiet for a week and has no pending attempt. Returns the number of
 * polled payments.
 */
export async function reconcilePayments(deps: Deps): Promise<number> {
  let asked = 0
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if (gatewayRestsUntil(deps)) return asked
    const now = deps.clock.now()
    const leaseUntil = addMs(now, LEASE_MS)
    const due = await inTransaction(deps.db, (tx) =>
      leaseDuePayments(tx, { now, leaseUntil, limit: BATCH }),
    )
    const done = await askAll(deps, due, leaseUntil)
    asked += done
    if (done < BATCH) return asked
  }
  return asked
}

/** Polls a batch and returns the number of polled payments; the others are due after the lease. */
async function askAll(deps: Deps, due: DuePayment[], leaseUntil: Date): Promise<number> {
  const waiting = [...due]
  let asked = 0
  async function work(): Promise<void> {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      if (await reconcileOne(deps, payment, leaseUntil)) asked += 1
      // The gateway is unavailable: the rest of the batch is polled in the next run.
      else waiting.length = 0
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return asked
}

/** Polls one payment; false when the gateway is unavailable. */
async function reconcileOne(deps: Deps, payment: DuePayment, leaseUntil: Date): Promise<boolean> {
  try {
    await settleReference(deps, payment.reference)
  } catch (error) {
    if (error instanceof GatewayError && error.reason !== 'malformed') return false
    deps.metrics.count('payment_reconcile_failed')
    deps.log.warn({ paymentId: payment.id, err: error }, 'reconciliation')
    await planNext(deps, payment.id, leaseUntil)
    return true
  }
  await planNext(deps, payment.id, leaseUntil)
  await abandonOld(deps, payment.id)
  return true
}

async function planNext(deps: Deps, id: string, leaseUntil: Date): Promise<void> {
  const now = deps.clock.now()
  const intervals = { minutes: CHECK_MINUTES, approvedMinutes: APPROVED_CHECK_MINUTES }
  const limits = { leftBefore: addMs(now, -LEFT_AFTER_MS), quietAges: QUIET_AGES }
  const plan = { id, leaseUntil, now, ...intervals, ...limits }
  await inTransaction(deps.db, (tx) => planNextCheck(tx, plan))
}

/** Abandons a payment that is too old; called only after a poll. */
async function abandonOld(deps: Deps, id: string): Promise<void> {
  const now = deps.clock.now()
  const quietBefore = addMs(now, -Math.max(...QUIET_AGES) * MINUTE_MS)
  const pendingBefore = addMs(now, -PENDING_DAYS * DAY_MS)
  const input = { id, quietBefore, pendingBefore, now }
  const abandoned = await inTransaction(deps.db, (tx) => abandonIfOld(tx, input))
  if (abandoned) deps.metrics.count('payment_abandoned')
}
