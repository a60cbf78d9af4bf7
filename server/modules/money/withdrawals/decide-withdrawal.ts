import { WITHDRAWAL_TWO_PEOPLE_PESOS } from '#contract/withdrawal-limits.ts'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { closeCase } from '#server/modules/bank/ledger/index.ts'
import { assertSeen, authorizeAct, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { assertClaimOfAnother } from './claim-withdrawal.ts'
import { findHolderOf } from './holder.ts'
import { showQueued } from './list-queue.ts'
import { assertMayLeave, lockWithOwner } from './may-leave.ts'
import { countAlive } from './payouts.queries.ts'
import { mayUndo, UNDO_MS } from './undo-window.ts'
import { endWithdrawal, factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { withdrawalApproved } from './withdrawals.messages.ts'
import { isForPeople } from './withdrawals.present.ts'
import {
  approveRow,
  setResult,
  sumAskedSince,
  undoApprovalRow,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

/** Payload: `withdrawalId`, `approvedAt` (ISO). */
export const TELL_APPROVED_JOB = 'withdrawals.tell-approved'

type Asked = { withdrawalId: string }
/** An act about a first signature, with the time of the one that the screen showed. */
export type AskedOfFirst = Asked & { seenFirstAt?: string | null | undefined }

/** Locks a withdrawal of another person. Errors: `withdrawal_not_found`, `forbidden`. */
export async function lockOthers(
  tx: Tx,
  actor: ActorId,
  { withdrawalId }: Asked,
): Promise<WithdrawalRow> {
  const row = await lockWithOwner(tx, withdrawalId)
  if (!row) throw new AppError('withdrawal_not_found')
  if (row.userId === actor.userId) throw new AppError('forbidden')
  return row
}

/** Compares who acts with the owner, and after a first signature with who gave it. */
async function authorize(
  tx: Tx,
  deps: StepDeps,
  { userId: actor }: ActorId,
  { id, userId }: WithdrawalRow,
  how: { signs: 'alone' | 'first' } | { after: string },
): Promise<void> {
  const signed = 'after' in how ? ({ signs: 'second', earlier: [how.after] } as const) : how
  const about = { permission: 'withdrawals.decide', affected: [userId] } as const
  await authorizeAct(tx, deps, { actor, ...signed, ...about, subject: { kind: 'withdrawal', id } })
}

/**
 * Approves a withdrawal as a member of finance; above a limit a second member must approve too.
 * For 30 seconds nothing follows: it is not handed over, and its owner is not told.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open`,
 * `withdrawal_same_person`, `identity_unverified` when the owner's identity is no longer verified,
 * `withdrawal_destination_gone`, `withdrawal_owner_owes`, `withdrawal_disputed` while a passenger
 * disputes a fare that the owner was paid; `case_changed`; those of `authorizeAct`.
 */
export async function approveWithdrawal(
  deps: StepDeps,
  actor: ActorId,
  asked: AskedOfFirst,
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const { id } = row
    if (row.status !== 'requested') throw new AppError('withdrawal_not_open')
    if (row.firstBy === actor.userId) throw new AppError('withdrawal_same_person')
    assertSeen(asked.seenFirstAt, row.firstAt)
    if (!(await findHolderOf(tx, deps, row))) throw new AppError('identity_unverified')
    await assertClaimOfAnother(tx, deps, actor, row)
    await assertMayLeave(tx, deps, row)
    if (row.firstBy) await authorize(tx, deps, actor, row, { after: row.firstBy })
    else await authorize(tx, deps, actor, row, { signs: row.twoPeople ? 'first' : 'alone' })
    const second = row.firstBy !== null
    const approved = second || !row.twoPeople
    const now = deps.clock.now()
    const leavesAt = approved ? addMs(now, UNDO_MS) : now
    await approveRow(tx, { id, by: actor.userId, second, approved, now, leavesAt })
    const event = approved ? 'approved' : 'seconded'
    await noteStep(tx, deps, id, { event, actorId: actor.userId })
    if (approved) {
      const payload = { withdrawalId: id, approvedAt: now.toISOString() }
      await enqueue(tx, deps.clock, { name: TELL_APPROVED_JOB, payload, runAt: leavesAt })
    }
    return await showQueued(tx, deps, actor, id)
  })
}

/** Tells the owner of an approval that was not undone; whoever knows more was told already. */
export async function tellApproved(
  deps: StepDeps,
  { withdrawalId: id, approvedAt }: { withdrawalId: string; approvedAt: Date },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockWithOwner(tx, id)
    if (row?.status !== 'approved' && row?.status !== 'sending') return
    if ((row.secondAt ?? row.firstAt)?.getTime() !== approvedAt.getTime()) return
    const { userId } = row
    await tellUser(tx, deps, withdrawalApproved, { userId, data: factsOf(deps, row), cause: id })
  })
}

/**
 * Takes back one's own last signature within 30 seconds: the withdrawal waits again, with the first
 * signature if there were two.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_undo_over`.
 */
export async function undoApproval(
  deps: StepDeps,
  actor: ActorId,
  asked: Asked,
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const now = deps.clock.now()
    if (!mayUndo(row, actor.userId, now)) throw new AppError('withdrawal_undo_over')
    // Withdrawals that were requested meanwhile count with this one against the limit of a signer.
    const { id, userId, createdAt } = row
    const since = startOfBogotaDate(bogotaDate(createdAt))
    const { pesos } = await sumAskedSince(tx, { userId, since })
    const twoPeople = row.twoPeople || pesos > WITHDRAWAL_TWO_PEOPLE_PESOS
    await undoApprovalRow(tx, { id, twoPeople, now })
    await noteStep(tx, deps, id, { event: 'undone', actorId: actor.userId })
    return await showQueued(tx, deps, actor, id)
  })
}

/**
 * Rejects a withdrawal that was not sent, with a reason for its owner. Idempotent.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open`.
 */
export async function rejectWithdrawal(
  deps: StepDeps,
  actor: ActorId,
  { reason, ...asked }: Asked & { reason: string },
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const repeated = row.status === 'rejected' && row.rejectedBy === actor.userId
    if (!repeated) {
      if (!['requested', 'approved'].includes(row.status)) throw new AppError('withdrawal_not_open')
      await authorize(tx, deps, actor, row, { signs: 'alone' })
      await endWithdrawal(tx, deps, row, { status: 'rejected', actorId: actor.userId, reason })
    }
    return await showQueued(tx, deps, actor, row.id)
  })
}

/** Requires that it is open and paid by hand, or the gateway never answered about it. */
function assertByHand(row: WithdrawalRow): void {
  if (!isForPeople(row)) throw new AppError('withdrawal_not_open')
}

/** Money does not return while the gateway may still pay what it has begun. */
async function assertNothingPending(tx: Tx, { id, channel }: WithdrawalRow): Promise<void> {
  const mayBePaid = channel === 'gateway' && (await countAlive(tx, id)) > 0
  if (mayBePaid) throw new AppError('withdrawal_may_be_paid')
}

/**
 * Records how a payment by hand ended, as the first of two people; moves no money.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open`,
 * `withdrawal_may_be_paid`, those of `authorizeAct`.
 */
export async function tellResult(
  deps: StepDeps,
  actor: ActorId,
  { outcome, note, ...asked }: Asked & { outcome: 'paid' | 'failed'; note: string },
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    assertByHand(row)
    const same = row.result === outcome && row.resultNote === note && row.resultBy === actor.userId
    if (row.result !== null && !same) throw new AppError('withdrawal_not_open')
    if (!same) {
      if (outcome === 'failed') await assertNothingPending(tx, row)
      await authorize(tx, deps, actor, row, { signs: 'first' })
      const now = deps.clock.now()
      await setResult(tx, { id: row.id, result: outcome, note, by: actor.userId, now })
      const details = { outcome, note }
      await noteStep(tx, deps, row.id, { event: 'told', actorId: actor.userId, details })
    }
    return await showQueued(tx, deps, actor, row.id)
  })
}

/**
 * Confirms the recorded result as the second of two people: the money leaves or returns. If the
 * second person disagrees, the result is cleared and the first person checks again.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open`,
 * `withdrawal_same_person`, `case_changed`, those of `authorizeAct`.
 */
export async function confirmResult(
  deps: StepDeps,
  actor: ActorId,
  { agree, ...asked }: AskedOfFirst & { agree: boolean },
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const { result, resultNote: note } = row
    if (row.confirmedBy !== null && row.confirmedBy === actor.userId && agree) {
      return await showQueued(tx, deps, actor, row.id)
    }
    assertByHand(row)
    if (!result || !note) throw new AppError('withdrawal_not_open')
    if (row.resultBy === actor.userId) throw new AppError('withdrawal_same_person')
    assertSeen(asked.seenFirstAt, row.resultAt)
    if (agree) {
      assert(row.resultBy, 'a result has who told it')
      await authorize(tx, deps, actor, row, { after: row.resultBy })
    } else await authorize(tx, deps, actor, row, { signs: 'alone' })
    const actorId = actor.userId
    if (!agree) {
      const now = deps.clock.now()
      await setResult(tx, { id: row.id, result: null, note: null, by: null, now })
      await noteStep(tx, deps, row.id, { event: 'disagreed', actorId, details: { result, note } })
    } else {
      const reason = result === 'failed' ? { reason: note } : {}
      const details = { note, told: row.resultBy }
      const ending = { status: result, actorId, confirmedBy: actorId, details, ...reason }
      await endWithdrawal(tx, deps, row, ending)
      const now = deps.clock.now()
      await closeCase(tx, { kind: 'payout_unanswered', transactionId: row.id, now })
    }
    return await showQueued(tx, deps, actor, row.id)
  })
}
