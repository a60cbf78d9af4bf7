import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { accountLine, destinationOfWithdrawal } from './destination.ts'
import { returnMoney, takeMoney } from './withdrawal-money.ts'
import {
  withdrawalCancelled,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalRejected,
  withdrawalStopped,
} from './withdrawals.messages.ts'
import { closeRow, insertEvent, type WithdrawalRow } from './withdrawals.queries.ts'

export type StepDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics'>

type Event =
  | 'requested'
  | 'seconded'
  | 'approved'
  | 'undone'
  | 'sent'
  | 'told'
  | 'disagreed'
  | 'paid'
  | 'failed'
  | 'rejected'
  | 'cancelled'
  | 'taken_back'
  | 'return_told'
  | 'return_refused'
  | 'returned'

/** Steps that the owner takes; all other steps are taken by the team. */
const BY_OWNER: ReadonlySet<Event> = new Set<Event>(['requested', 'cancelled'])

type Noted = { event: Event; actorId: string | null; details?: Record<string, unknown> }

/** Adds a step to the withdrawal's history, and to the audit trail when a person took the step. */
export async function noteStep(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  withdrawalId: string,
  { event, actorId, details = {} }: Noted,
): Promise<void> {
  const at = clock.now()
  await insertEvent(tx, { id: newId(), withdrawalId, at, actorId, event, details })
  if (actorId === null) return
  const action = `withdrawal.${event}`
  if (BY_OWNER.has(event)) {
    const subject = { subjectKind: 'withdrawal', subjectId: withdrawalId }
    await recordAudit(tx, { at, actorId, action, ...subject, details })
  } else {
    const subject = { kind: 'withdrawal', id: withdrawalId }
    const reason = typeof details.reason === 'string' ? details.reason : null
    await recordStaffAction(tx, { userId: actorId }, { at, action, subject, reason, details })
  }
}

/** Facts about a withdrawal for messages. */
export function factsOf(
  deps: Pick<Deps, 'secrets'>,
  row: Pick<WithdrawalRow, 'id' | 'amountPesos' | 'reference' | 'sealed'>,
) {
  const destination = destinationOfWithdrawal(deps, row)
  const account = destination ? accountLine(destination) : ''
  return { pesos: row.amountPesos, reference: row.reference, account }
}

/** Messages of money that came back without a request of its owner. */
const cameBack = {
  failed: withdrawalFailed,
  rejected: withdrawalRejected,
  cancelled: withdrawalStopped,
}

export type Ending = {
  status: 'paid' | 'failed' | 'rejected' | 'cancelled'
  actorId: string | null
  /** For the owner; required when it failed, was rejected, or ended without a request. */
  reason?: string
  confirmedBy?: string
  details?: Record<string, unknown>
}

/**
 * Ends a withdrawal whose row is locked: changes state and money and queues the message together.
 * The ledger checks that the row justifies the transfer.
 */
export async function endWithdrawal(tx: Tx, deps: StepDeps, row: WithdrawalRow, ending: Ending) {
  const now = deps.clock.now()
  const { id, userId } = row
  const { status, actorId, reason = null, details = {} } = ending
  await closeRow(tx, {
    id,
    status,
    reason,
    rejectedBy: status === 'rejected' ? actorId : null,
    confirmedBy: ending.confirmedBy ?? null,
    now,
  })
  if (status === 'paid') await takeMoney(tx, { id, now })
  else await returnMoney(tx, { id, now })
  const noted = { event: status, actorId, details: { ...details, ...(reason ? { reason } : {}) } }
  await noteStep(tx, deps, id, noted)
  const facts = factsOf(deps, row)
  if (status === 'paid' || (status === 'cancelled' && actorId !== null)) {
    const message = status === 'paid' ? withdrawalPaid : withdrawalCancelled
    await tellUser(tx, deps, message, { userId, data: facts, cause: id })
  } else {
    const data = { ...facts, reason: reason ?? '' }
    await tellUser(tx, deps, cameBack[status], { userId, data, cause: id })
  }
  deps.metrics.count('withdrawal_ended', { status })
}
