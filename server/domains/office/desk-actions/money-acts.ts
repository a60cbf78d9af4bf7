// Credits and refunds by the team: one person proposes, another human signs or refuses.
import type { z } from 'zod'
import { CREDIT_MONTH_MAX } from '#contract/desk-action-limits.ts'
import type { DeskDone, deskActions } from '#contract/desk-actions.ts'
import {
  companyCredits,
  ensureWallet,
  gatewayWompi,
  hold,
  post,
  transfer,
  voidHold,
  walletId,
} from '#server/domains/bank/ledger/ledger.public.ts'
import {
  assertAnotherHuman,
  assertSigner,
  lockUser,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import {
  creditReceived,
  refundDone,
  refundStarted,
  refundStopped,
} from './desk-actions.messages.ts'
import { findSubject, type Subject } from './desk-actions.queries.ts'
import {
  decideMoneyAct,
  findMoneyAct,
  hasReference,
  insertMoneyAct,
  type MoneyActRow,
  sumCreditsSince,
  sumRefunds,
} from './money-acts.queries.ts'
import { recordDone } from './subject.ts'

type MoneyDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type Credit = { userId: string } & z.output<typeof deskActions.proposeCredit.body>
type Refund = { paymentId: string } & z.output<typeof deskActions.proposeRefund.body>

/** Pesos that can still be credited to a person in the current month of Bogotá. */
export async function creditLeft(
  reader: Reader,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const since = startOfBogotaDate(`${bogotaDate(now).slice(0, 7)}-01`)
  return Math.max(0, CREDIT_MONTH_MAX - (await sumCreditsSince(reader, { userId, since })))
}

/**
 * Proposes a credit; nothing moves. A repeat with the same id changes nothing. Errors:
 * `person_not_found`, `forbidden` for oneself, `signer_unverified`, `credit_over_ceiling`,
 * `money_act_pending`.
 */
export async function proposeCredit(
  deps: MoneyDeps,
  actor: ActorId,
  { userId, id, pesos, cause, withdrawable, reason }: Credit,
): Promise<DeskDone> {
  const none = { paymentId: null, gatewayReference: null }
  const act = { id, kind: 'credit', userId, pesos, cause, withdrawable, reason, ...none } as const
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const subject = await findSubject(tx, { kind: 'user', id: userId })
    if (!subject || subject.closed) throw new AppError('person_not_found')
    if (await isRepeat(tx, actor, act)) return repeated('credit.proposed', now)
    await lockForProposal(tx, actor, userId)
    if (pesos > (await creditLeft(tx, { userId, now }))) throw new AppError('credit_over_ceiling')
    return await propose(tx, actor, { act, subject, now })
  })
}

/**
 * Proposes to record a refund, and holds its pesos in the wallet of the payer, who is told. A
 * repeat with the same id changes nothing. Errors: `payment_not_found`, `forbidden` for one's own,
 * `signer_unverified`, `refund_over_payment`, `refund_reference_used`, `refund_wallet_short`,
 * `money_act_pending`.
 */
export async function proposeRefund(
  deps: MoneyDeps,
  actor: ActorId,
  { paymentId, id, pesos, cause, gatewayReference, reason }: Refund,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const subject = await findSubject(tx, { kind: 'payment', id: paymentId })
    // Also of a closed account: its money is still in the wallet.
    if (!subject) throw new AppError('payment_not_found')
    const { userId } = subject
    const parts = { id, userId, paymentId, pesos, cause, gatewayReference, reason }
    const act = { ...parts, kind: 'refund', withdrawable: false } as const
    if (await isRepeat(tx, actor, act)) return repeated('refund.proposed', now)
    await lockForProposal(tx, actor, userId)
    if (pesos > (await refundLeft(tx, subject))) throw new AppError('refund_over_payment')
    if (await hasReference(tx, gatewayReference)) throw new AppError('refund_reference_used')
    const done = await propose(tx, actor, { act, subject, now })
    await holdRefund(tx, act, now)
    const data = { pesos, reference: subject.reference ?? '' }
    await tellUser(tx, deps, refundStarted, { userId, data, cause: id })
    return { ...done, told: 1 }
  })
}

/** Pesos of a top-up that were not returned yet; 0 unless it is credited. */
export async function refundLeft(reader: Reader, { id, status, pesos }: Subject): Promise<number> {
  if (status !== 'approved' || !pesos) return 0
  return Math.max(0, pesos - (await sumRefunds(reader, id)))
}

type Proposal = Omit<MoneyActRow, 'outcome' | 'proposedBy' | 'proposedAt'>

/** Whether the actor proposed this before. Errors: `money_act_pending` for other content. */
async function isRepeat(tx: Tx, { userId }: ActorId, act: Proposal): Promise<boolean> {
  const earlier = await findMoneyAct(tx, act.id)
  if (!earlier) return false
  const same =
    earlier.proposedBy === userId && earlier.userId === act.userId && earlier.pesos === act.pesos
  if (!same) throw new AppError('money_act_pending')
  return true
}

const repeated = (action: string, now: Date): DeskDone => {
  return { entry: { action, at: now.toISOString() }, told: 0 }
}

/** Locks the person whose money it is, so that two proposals are compared one after the other. */
async function lockForProposal(tx: Tx, actor: ActorId, userId: string): Promise<void> {
  if (actor.userId === userId) throw new AppError('forbidden')
  await lockUser(tx, userId)
  await assertSigner(tx, actor.userId)
}

async function propose(
  tx: Tx,
  actor: ActorId,
  { act, subject, now }: { act: Proposal; subject: Subject; now: Date },
): Promise<DeskDone> {
  const row = { ...act, proposedBy: actor.userId, proposedAt: now }
  if (!(await insertMoneyAct(tx, row))) throw new AppError('money_act_pending')
  const entry = { at: now, action: `${act.kind}.proposed`, subject, reason: act.reason }
  return await recordDone(tx, actor, { ...entry, details: detailsOf(act) })
}

const detailsOf = ({ id, pesos, cause, withdrawable, gatewayReference }: Proposal) => {
  return { moneyActId: id, pesos, cause, withdrawable, gatewayReference }
}

type Decision = { moneyActId: string; reason: string }

/**
 * Signs a proposal as another human: the money moves, and the person is told. Errors: `not_found`,
 * `money_act_over`, `money_act_own`, `forbidden` for the owner of the money, `person_not_found` for
 * a credit to an account that was closed meanwhile, and those of `assertAnotherHuman`.
 */
export async function signMoney(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason }: Decision,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { act, subject } = await lockMoneyAct(tx, actor, id)
    if (act.proposedBy === actor.userId) throw new AppError('money_act_own')
    // Nobody could spend the money of a closed account, nor read about it.
    if (act.kind === 'credit' && subject.closed) throw new AppError('person_not_found')
    await assertAnotherHuman(tx, deps, { first: act.proposedBy, second: actor.userId })
    await decide(tx, { id, outcome: 'done', by: actor.userId, now })
    if (act.kind === 'credit') await giveCredit(tx, deps, act, now)
    else await endRefund(tx, deps, { act, subject, now, kind: 'post' })
    const entry = { at: now, action: `${act.kind}.signed`, subject, reason, told: 1 }
    const details = { ...detailsOf(act), proposedBy: act.proposedBy }
    return await recordDone(tx, actor, { ...entry, details })
  })
}

/**
 * Ends a proposal, also one's own; held money is free again. Errors: `not_found`, `money_act_over`,
 * `forbidden` for the owner of the money, `refund_returned` after the gateway returned the top-up.
 */
export async function refuseMoney(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason }: Decision,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { act, subject } = await lockMoneyAct(tx, actor, id)
    if (act.kind === 'refund' && subject.status === 'reversed') {
      throw new AppError('refund_returned')
    }
    await decide(tx, { id, outcome: 'refused', by: actor.userId, now })
    if (act.kind === 'refund') await endRefund(tx, deps, { act, subject, now, kind: 'void' })
    const told = act.kind === 'refund' ? 1 : 0
    const entry = { at: now, action: `${act.kind}.refused`, subject, reason, told }
    return await recordDone(tx, actor, { ...entry, details: detailsOf(act) })
  })
}

async function lockMoneyAct(tx: Tx, { userId }: ActorId, id: string) {
  const found = await findMoneyAct(tx, id)
  if (!found) throw new AppError('not_found')
  if (found.userId === userId) throw new AppError('forbidden')
  await lockUser(tx, found.userId)
  const of = found.paymentId ?? found.userId
  const kind = found.kind === 'credit' ? 'user' : 'payment'
  const subject = await findSubject(tx, { kind, id: of })
  if (!subject) throw new AppError('not_found')
  return { act: found, subject }
}

async function decide(tx: Tx, decision: Parameters<typeof decideMoneyAct>[1]): Promise<void> {
  if (!(await decideMoneyAct(tx, decision))) throw new AppError('money_act_over')
}

async function giveCredit(tx: Tx, deps: MoneyDeps, act: MoneyActRow, now: Date): Promise<void> {
  const { id, userId, pesos, withdrawable } = act
  await transfer(tx, {
    id: derivedId('money_act.credit', id),
    from: companyCredits,
    to: await ensureWallet(tx, userId, now),
    pesos,
    code: 'team_credit',
    cause: { kind: 'money_act', id },
    now,
  })
  await tellUser(tx, deps, creditReceived, { userId, data: { pesos, withdrawable }, cause: id })
}

const refundCause = ({ paymentId }: Pick<MoneyActRow, 'paymentId'>) => {
  assert(paymentId !== null, 'a refund of no top-up')
  return { kind: 'payment', id: paymentId } as const
}

/** Holds the pesos of a refund, so that nobody spends them while it is signed. */
async function holdRefund(tx: Tx, act: Proposal, now: Date): Promise<void> {
  const id = derivedId('money_act.refund', act.id)
  const from = walletId(act.userId)
  const of = { code: 'topup_refund', cause: refundCause(act), now } as const
  try {
    await hold(tx, { id, from, to: gatewayWompi, pesos: act.pesos, ...of })
  } catch (error) {
    const isShort = error instanceof AppError && error.code === 'insufficient_funds'
    throw isShort ? new AppError('refund_wallet_short') : error
  }
}

async function endRefund(
  tx: Tx,
  deps: MoneyDeps,
  {
    act,
    subject,
    now,
    kind,
  }: {
    act: MoneyActRow
    subject: Subject
    now: Date
    kind: 'post' | 'void'
  },
): Promise<void> {
  const { id, userId, pesos } = act
  const end = kind === 'post' ? post : voidHold
  await end(tx, {
    id: derivedId(`money_act.${kind}`, id),
    holdId: derivedId('money_act.refund', id),
    code: 'topup_refund',
    cause: refundCause(act),
    now,
  })
  const message = kind === 'post' ? refundDone : refundStopped
  const data = { pesos, reference: subject.reference ?? '' }
  await tellUser(tx, deps, message, { userId, data, cause: id })
}
