import { tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { shownStatus } from './payment.ts'
import { topupAbandoned } from './payments.messages.ts'
import { findPayment } from './payments.queries.ts'

/** Job queued with each payment, due when its checkout counts as abandoned. */
export const ABANDONED_JOB = 'payments.tell-abandoned'

/**
 * Notifies a person who abandoned the checkout that nothing was charged; not one who discarded the
 * top-up or paid another one instead. Idempotent.
 */
export async function tellAbandoned(deps: ActDeps, paymentId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    if (!payment || payment.discarded_at || payment.replaced) return
    if (shownStatus(payment, deps.clock.now()) !== 'ABANDONED') return
    const { user_id: userId, amount_pesos: pesos, reference } = payment
    const data = { pesos, reference }
    await tellUser(tx, deps, topupAbandoned, { userId, data, cause: paymentId })
  })
}
