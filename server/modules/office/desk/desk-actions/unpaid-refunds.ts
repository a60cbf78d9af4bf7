import type { DeskDone } from '#contract/desk-actions.ts'
import { assertLast, authorizeAct, mayAct } from '#server/modules/people/users/index.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type MoneyActRow, writeUnpaid } from './money-acts.queries.ts'
import {
  aboutMoney,
  decide,
  detailsOf,
  endRefund,
  lockMoneyAct,
  type MoneyDeps,
  type Signature,
} from './money-acts.ts'
import { recordDone } from './subject.ts'

/**
 * Says, with a proof, that the gateway did not pay a recorded refund. The first statement moves
 * nothing; when another human confirms it, the refund ends and the held pesos are free. A repeat by
 * the same person is refused. Errors: `not_found` (also for a credit), `money_act_over`,
 * `case_changed`, `refund_returned` after the gateway returned the top-up, `refund_unpaid_own`,
 * those of `authorizeAct`.
 */
export async function sayUnpaid(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason, isLast }: Signature,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { act, subject } = await lockMoneyAct(tx, id)
    if (act.kind !== 'refund') throw new AppError('not_found')
    if (subject.status === 'reversed') throw new AppError('refund_returned')
    const about = { actor: actor.userId, ...aboutMoney(act) }
    const details = { ...detailsOf(act), proposedBy: act.proposedBy }
    const { unpaidBy: first } = act
    if (first === actor.userId) throw new AppError('refund_unpaid_own')
    const completes = await isLastToSayUnpaid(tx, deps, act)
    assertLast(isLast, completes)
    if (first === null || !completes) {
      await authorizeAct(tx, deps, { ...about, signs: 'first' })
      await writeUnpaid(tx, { id, by: actor.userId, proof: reason, now })
      const entry = { at: now, action: 'refund.unpaid_said', subject, reason, details }
      return await recordDone(tx, actor, entry)
    }
    await authorizeAct(tx, deps, { ...about, signs: 'second', earlier: [first] })
    await decide(tx, { id, outcome: 'refused', by: actor.userId, now })
    await endRefund(tx, deps, { act, subject, now, kind: 'void' })
    const proof = { saidBy: first, proof: act.unpaidProof }
    const entry = { at: now, action: 'refund.refused', subject, reason, told: 1 }
    return await recordDone(tx, actor, { ...entry, details: { ...details, ...proof } })
  })
}

/** Whether one more person who says that a refund was not paid is the second one. */
export async function isLastToSayUnpaid(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  { unpaidBy }: Pick<MoneyActRow, 'unpaidBy'>,
): Promise<boolean> {
  return unpaidBy !== null && (await mayAct(reader, deps, unpaidBy, 'payments.cases'))
}
