import { isApplicable, needsTwoPeople } from '#contract/finance.ts'
import {
  type CaseRow,
  isWholeReturn,
  listCasePeople,
  lockCase,
  markConfirmed,
  markResolved,
  setProposal,
} from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import {
  findByReference,
  returnSecond,
  settleReference,
} from '#server/modules/money/payments/index.ts'
import { lookUpPayout } from '#server/modules/money/withdrawals/index.ts'
import { assertSeen, authorizeAct, type TeamAct } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'

type Asked = { caseId: string; note: string }
type AskedOfFirst = Asked & { seenFirstAt?: string | null | undefined }

/**
 * Proposes to update our record to the state of the gateway, or to close a difference that the
 * gateway cannot settle; nothing moves. A repeat with the same note is the same proposal. Errors:
 * `payment_case_not_found`, `payment_case_resolved`, `payment_case_not_applicable`,
 * `payment_case_proposed`, and those of `authorizeAct`.
 */
export async function proposeCase(deps: ActDeps, actor: ActorId, { caseId: id, note }: Asked) {
  await inTransaction(deps.db, async (tx) => {
    const found = await requireOpen(tx, actor, id)
    const { proposed_by: by, proposal_note: earlier } = found
    if (by === actor.userId && earlier === note) return
    if (by !== null) throw new AppError('payment_case_proposed')
    await authorize(tx, deps, { actor: actor.userId, signs: 'first' }, id)
    const at = deps.clock.now()
    await setProposal(tx, { id, by: actor.userId, note, at })
    await record(tx, actor, found, { at, action: 'payment_case.proposed', reason: note })
  })
}

/**
 * Refuses a proposal, also one's own. Nothing moves. Errors: those of `proposeCase`,
 * `payment_case_not_proposed`, `case_changed`, and `payment_case_proposed` after a confirmation.
 */
export async function refuseProposal(deps: ActDeps, actor: ActorId, asked: AskedOfFirst) {
  const { caseId: id, note } = asked
  await inTransaction(deps.db, async (tx) => {
    const found = await requireOpen(tx, actor, id)
    await authorize(tx, deps, { actor: actor.userId, signs: 'alone' }, id)
    if (found.proposed_by === null) throw new AppError('payment_case_not_proposed')
    assertSeen(asked.seenFirstAt, found.proposed_at)
    if (found.confirmed_by !== null) throw new AppError('payment_case_proposed')
    await setProposal(tx, { id, by: null, note: null, at: null })
    const at = deps.clock.now()
    await record(tx, actor, found, { at, action: 'payment_case.refused', reason: note })
  })
}

/**
 * Confirms a proposal by another person and updates our record to the state of the gateway, which
 * is read again. No other function of reconciliation changes a top-up or payout. The confirmation
 * is written before anything moves; after a crash the case is open, and another confirmation
 * continues. Answers the outcomes. Errors: those of `proposeCase` and `authorizeAct`,
 * `payment_case_not_proposed`, `payment_case_same_person`, `case_changed`, `gateway_unavailable`.
 */
export async function confirmProposal(
  deps: Deps,
  actor: ActorId,
  { caseId: id, note, seenFirstAt }: AskedOfFirst,
): Promise<string[]> {
  const { clock, db } = deps
  const { kind, reference } = await inTransaction(db, async (tx) => {
    const found = await requireOpen(tx, actor, id)
    if (found.proposed_by === null) throw new AppError('payment_case_not_proposed')
    if (found.proposed_by === actor.userId) throw new AppError('payment_case_same_person')
    assertSeen(seenFirstAt, found.proposed_at)
    const { proposed_by: first } = found
    await authorize(tx, deps, { actor: actor.userId, signs: 'second', earlier: [first] }, id)
    if (found.confirmed_by === null) {
      await markConfirmed(tx, { id, confirmedBy: actor.userId })
      const at = clock.now()
      await record(tx, actor, found, { at, action: 'payment_case.confirmed', reason: note })
    }
    return found
  })
  // Outside of a transaction, because it calls the gateway; idempotent, so a repeat is safe.
  const outcomes = await applyReference(deps, { kind, reference })
  await inTransaction(db, async (tx) => {
    const found = await requireOpen(tx, actor, id)
    const { transaction_id: transactionId } = found
    const payment = reference === null ? undefined : await findByReference(tx, reference)
    if (kind === 'double_charge' && transactionId && payment) {
      await returnSecond(tx, deps, { transactionId, payment })
    }
    const at = clock.now()
    await markResolved(tx, { id, resolvedBy: actor.userId, note, now: at })
    const details = { proposedBy: found.proposed_by, outcomes }
    await record(tx, actor, found, { at, action: 'payment_case.applied', reason: note }, details)
  })
  return outcomes
}

async function applyReference(
  deps: Deps,
  { kind, reference }: { kind: string; reference: string | null },
): Promise<string[]> {
  // The gateway cannot settle this difference, which was handled elsewhere: two people accept it.
  if (reference === null || !isApplicable(kind)) return ['accepted']
  if (kind === 'reconcile_payout_missing') return [await lookUpPayout(deps, reference)]
  return (await settleReference(deps, reference)).map(({ outcome }) => outcome)
}

async function authorize(
  tx: Tx,
  deps: TellDeps,
  act: Pick<TeamAct, 'actor' | 'signs' | 'earlier'>,
  id: string,
): Promise<void> {
  const affected = await listCasePeople(tx, id)
  const about = { permission: 'reconciliation.decide', affected } as const
  await authorizeAct(tx, deps, { ...act, ...about, subject: { kind: 'payment_case', id } })
}

async function requireOpen(tx: Tx, { userId }: ActorId, caseId: string): Promise<CaseRow> {
  const found = await lockCase(tx, caseId)
  if (!found) throw new AppError('payment_case_not_found')
  if (found.user_id === userId) throw new AppError('forbidden')
  if (found.closed_at) throw new AppError('payment_case_resolved')
  if (!needsTwoPeople(found.kind) || isWholeReturn(found)) {
    throw new AppError('payment_case_not_applicable')
  }
  return found
}

async function record(
  tx: Tx,
  actor: ActorId,
  { id, kind, reference }: CaseRow,
  entry: { at: Date; action: string; reason: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  const about = { subject: { kind: 'payment_case', id }, details: { kind, reference, ...details } }
  await recordStaffAction(tx, actor, { ...entry, ...about })
}
