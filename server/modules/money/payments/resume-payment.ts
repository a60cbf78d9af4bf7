import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Customer, customerOf } from './create-payment.ts'
import { CHECK_MINUTES, isSeen, QUIET_AGES } from './payment.ts'
import { lockByReference, markDiscarded, markResumed, type PaymentRow } from './payments.queries.ts'
import { planQuiet, restartChecks } from './polls.queries.ts'

/**
 * Returns an unfinished payment, to go back to the gateway with the same reference. A discarded one
 * counts again. Errors: `payment_not_found`, `payment_seen`, `payment_old` when it is no longer
 * polled, `payment_replaced` when another one paid instead, `top_ups_off`.
 */
export async function resumePayment(
  deps: Deps,
  actor: ActorId,
  { reference }: { reference: string },
): Promise<{ payment: PaymentRow; customer: Customer }> {
  const topUps = await readSwitch(deps, 'top_ups')
  const payment = await inTransaction(deps.db, async (tx) => {
    const unfinished = await lockUnfinished(tx, actor, reference)
    if (unfinished.status !== 'open') throw new AppError('payment_old')
    if (unfinished.replaced) throw new AppError('payment_replaced')
    topUps.assertOn()
    const { id } = unfinished
    const now = deps.clock.now()
    await markResumed(tx, { id, at: now })
    await restartChecks(tx, { id, nextCheckAt: addMs(now, (CHECK_MINUTES[0] ?? 1) * MINUTE_MS) })
    return unfinished
  })
  return { payment, customer: await customerOf(deps, actor.userId) }
}

/**
 * Hides an unfinished payment from its owner's list. The reference stays open at the gateway and is
 * still polled: a late approval is credited and told. Idempotent. Errors: `payment_not_found`,
 * `payment_seen`.
 */
export function discardPayment(
  deps: ReadDeps,
  actor: ActorId,
  { reference }: { reference: string },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const payment = await lockUnfinished(tx, actor, reference)
    if (payment.discarded_at) return
    const { id } = payment
    const now = deps.clock.now()
    await markDiscarded(tx, { id, at: now })
    await planQuiet(tx, { id, now, quietAges: QUIET_AGES })
  })
}

/** Locks the caller's own payment of which the gateway told no transaction. */
async function lockUnfinished(tx: Tx, actor: ActorId, reference: string): Promise<PaymentRow> {
  const payment = await lockByReference(tx, reference)
  if (payment?.user_id !== actor.userId) throw new AppError('payment_not_found')
  if (isSeen(payment)) throw new AppError('payment_seen')
  return payment
}
