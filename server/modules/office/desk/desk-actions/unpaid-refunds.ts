import type { DeskDone } from '#contract/desk-actions.ts'
import { authorizeAct, mayAct } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { writeUnpaid } from './money-acts.queries.ts'
import {
  aboutMoney,
  type Decision,
  decide,
  detailsOf,
  endRefund,
  lockMoneyAct,
  type MoneyDeps,
} from './money-acts.ts'
import { recordDone } from './subject.ts'

/**
 * Says, with a proof, that the gateway did not pay a recorded refund. The first statement moves
 * nothing; when another human confirms it, the refund ends and the held pesos are free. A repeat by
 * the same person is refused. Errors: `not_found` (also for a credit), `money_act_over`,
 * `refund_returned` after the gateway returned the top-up, `refund_unpaid_own`, those of
 * `authorizeAct`.
 */
export async function sayUnpaid(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason }: Decision,
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
    if (first === null || !(await mayAct(tx, deps, first, about.permission))) {
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
