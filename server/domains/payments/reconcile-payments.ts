import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { ABANDON_DAYS, CHECK_MINUTES, PENDING_DAYS } from './payment.ts'
import { abandonIfOld, claimDuePayments, type DuePayment } from './payments.queries.ts'
import { settleReference } from './settle-payment.ts'
import { GatewayError } from './wompi-gateway.ts'

const BATCH = 25

/**
 * Asks the gateway for open payments whose event may have been lost, ever less often; what is a
 * week old without anything pending is given up. Answers how many were asked for.
 */
export async function reconcilePayments(deps: Deps): Promise<number> {
  const due = await inTransaction(deps.db, (tx) =>
    claimDuePayments(tx, { now: deps.clock.now(), limit: BATCH, minutes: CHECK_MINUTES }),
  )
  let asked = 0
  for (const payment of due) {
    // While the gateway is away the rest of the batch waits for its next turn.
    if (!(await reconcileOne(deps, payment))) break
    asked += 1
  }
  return asked
}

/** Answers false when the gateway cannot be asked. */
async function reconcileOne(deps: Deps, payment: DuePayment): Promise<boolean> {
  try {
    await settleReference(deps, payment.reference)
  } catch (error) {
    if (error instanceof GatewayError) return error.reason === 'malformed'
    deps.metrics.count('payment_reconcile_failed')
    deps.log.warn({ paymentId: payment.id, err: error }, 'reconciliation')
    return true
  }
  // Only after having asked.
  const now = deps.clock.now()
  const abandoned = await inTransaction(deps.db, (tx) =>
    abandonIfOld(tx, {
      id: payment.id,
      createdBefore: addMs(now, -ABANDON_DAYS * DAY_MS),
      pendingBefore: addMs(now, -PENDING_DAYS * DAY_MS),
      now,
    }),
  )
  if (abandoned) deps.metrics.count('payment_abandoned')
  return true
}
