// Credits and refunds by the team: one person proposes, another human signs or refuses.
import type { z } from 'zod'
import { CREDIT_MONTH_MAX, FUND_ALONE_MAX } from '#contract/desk-action-limits.ts'
import type { DeskDone, deskActions } from '#contract/desk-actions.ts'
import { REFUND_DAY_PEOPLE, REFUND_DAY_PESOS } from '#contract/proposal.ts'
import {
  companyCredits,
  ensureWallet,
  gatewayWompi,
  guaranteeFund,
  hold,
  post,
  transfer,
  voidHold,
  walletId,
  walletTotals,
  withdrawableOf,
} from '#server/modules/bank/ledger/index.ts'
import { sumRefunds } from '#server/modules/money/payments/index.ts'
import {
  assertLast,
  authorizeAct,
  findTeamNames,
  lockUser,
  mayAct,
  tellStaff,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { bogotaDate, startOfBogotaDate, startOfBogotaMonth } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import {
  creditReceived,
  creditUnconfirmed,
  refundDone,
  refundStarted,
  refundStopped,
  refundsHeld,
} from './desk-actions.messages.ts'
import { findSubject, type Subject } from './desk-actions.queries.ts'
import { assertFundPays, isOfFund, tellFundPaid } from './fund-acts.ts'
import {
  decideMoneyAct,
  findMoneyAct,
  hasReference,
  insertMoneyAct,
  type MoneyActRow,
  type NewMoneyAct,
  sumCreditsSince,
  sumOpenRefundsBy,
  takeOverRefund,
} from './money-acts.queries.ts'
import { recordDone } from './subject.ts'

export type MoneyDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics' | 'log'>
type Credit = { userId: string } & z.output<typeof deskActions.proposeCredit.body>
type Refund = { paymentId: string } & z.output<typeof deskActions.proposeRefund.body>

/** Pesos that can still be credited to a person in the current month of Bogotá. */
export async function creditLeft(
  reader: Reader,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const since = startOfBogotaMonth(now)
  return Math.max(0, CREDIT_MONTH_MAX - (await sumCreditsSince(reader, { userId, since })))
}

/**
 * Proposes a credit; nothing moves. A repeat with the same id changes nothing. Errors:
 * `person_not_found`, those of `authorizeAct`, `credit_over_ceiling`, `money_act_pending`.
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
    await lockForProposal(tx, deps, actor, act)
    if (pesos > (await creditLeft(tx, { userId, now }))) throw new AppError('credit_over_ceiling')
    return await propose(tx, actor, { act, subject, now })
  })
}

/**
 * Proposes to record a refund, and holds its pesos in the wallet of the payer, who is told. A
 * repeat with the same id changes nothing. Much held by one proposer in a day alarms finance.
 * Errors: `payment_not_found`, those of `authorizeAct`, `refund_over_payment`,
 * `refund_reference_used`, `refund_wallet_short`, `money_act_pending`.
 */
export async function proposeRefund(
  deps: MoneyDeps,
  actor: ActorId,
  { paymentId, id, pesos, cause, gatewayReference: written, reason }: Refund,
): Promise<DeskDone> {
  const gatewayReference = bareReference(written)
  const { done, held } = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const subject = await findSubject(tx, { kind: 'payment', id: paymentId })
    // Also of a closed account: its money is still in the wallet.
    if (!subject) throw new AppError('payment_not_found')
    const { userId } = subject
    const parts = { id, userId, paymentId, pesos, cause, gatewayReference, reason }
    const act = { ...parts, kind: 'refund', withdrawable: false } as const
    if (await isRepeat(tx, actor, act)) {
      return { done: repeated('refund.proposed', now), held: null }
    }
    await lockForProposal(tx, deps, actor, act)
    if (pesos > (await refundLeft(tx, subject))) throw new AppError('refund_over_payment')
    if (await hasReference(tx, gatewayReference)) throw new AppError('refund_reference_used')
    if (pesos > (await refundFree(tx, { userId, now }))) throw new AppError('refund_wallet_short')
    const done = await propose(tx, actor, { act, subject, now })
    await holdRefund(tx, act, now)
    const data = { pesos, reference: subject.reference ?? '' }
    await tellUser(tx, deps, refundStarted, { userId, data, cause: id })
    return { done: { ...done, told: 1 }, held: await alarmOfHolds(tx, deps, actor, now) }
  })
  if (held) {
    deps.metrics.count('refunds_held_by_one')
    deps.log.error(
      { by: actor.userId, ...held },
      'one person holds many refunds: /admin/signatures',
    )
  }
  return done
}

/** A reference as it is compared: the gateway's dashboard shows it in any case, with spaces. */
function bareReference(written: string): string {
  return written.replaceAll(' ', '').toUpperCase()
}

/** Tells finance, once a day, when the open refunds that one person proposed that day are many. */
async function alarmOfHolds(tx: Tx, deps: MoneyDeps, { userId: by }: ActorId, now: Date) {
  const day = bogotaDate(now)
  const held = await sumOpenRefundsBy(tx, { by, since: startOfBogotaDate(day) })
  if (held.people < REFUND_DAY_PEOPLE && held.pesos < REFUND_DAY_PESOS) return null
  const nameOf = await findTeamNames(tx, [by])
  const told = { permission: 'payments.cases', cause: `${by}:${day}` } as const
  await tellStaff(tx, deps, refundsHeld, { ...told, data: { ...held, by: nameOf(by) } })
  return held
}

/** Pesos of a top-up that were not returned yet; 0 unless it is credited. */
export async function refundLeft(reader: Reader, { id, status, pesos }: Subject): Promise<number> {
  if (status !== 'approved' || !pesos) return 0
  return Math.max(0, pesos - (await sumRefunds(reader, id)))
}

/** Pesos of a wallet that a refund may take: no credit for travelling, and no undecided fare. */
export async function refundFree(reader: Reader, asked: { userId: string; now: Date }) {
  const { available } = await walletTotals(reader, asked.userId)
  const { travelOnly, disputed, held } = await withdrawableOf(reader, asked)
  return Math.max(0, available - travelOnly - disputed - held)
}

type Proposal = Omit<NewMoneyAct, 'proposedBy' | 'proposedAt'>

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
async function lockForProposal(
  tx: Tx,
  deps: MoneyDeps,
  { userId: actor }: ActorId,
  act: Pick<Proposal, 'id' | 'userId'>,
): Promise<void> {
  await lockUser(tx, act.userId)
  await authorizeAct(tx, deps, { actor, signs: 'first', ...aboutMoney(act) })
}

/** What `authorizeAct` compares for a credit or refund. */
export const aboutMoney = ({ id, userId }: Pick<Proposal, 'id' | 'userId'>) => {
  return {
    permission: 'payments.cases',
    affected: [userId],
    subject: { kind: 'money_act', id },
  } as const
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

type Detailed = Pick<Proposal, 'id' | 'pesos' | 'cause' | 'withdrawable' | 'gatewayReference'>

export const detailsOf = ({ id, pesos, cause, withdrawable, gatewayReference }: Detailed) => {
  return { moneyActId: id, pesos, cause, withdrawable, gatewayReference }
}

export type Decision = { moneyActId: string; reason: string }
export type Signature = Decision & { isLast?: boolean | undefined }

/**
 * Signs a proposal as another human: the money moves, and the person is told. Of a refund whose
 * first signer may no longer sign, or says that it was not paid, this is the first signature. What
 * the fund pays needs one signature, above `FUND_ALONE_MAX` two. Errors: `fund_short`, `not_found`,
 * `money_act_over`, `money_act_own`, `case_changed`, those of `authorizeAct`, `person_not_found`
 * for a credit to an account that was closed meanwhile.
 */
export async function signMoney(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason, isLast }: Signature,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { act, subject } = await lockMoneyAct(tx, id)
    const completes = await isLastToSign(tx, deps, act)
    assertLast(isLast, completes)
    const about = { actor: actor.userId, ...aboutMoney(act) }
    if (!completes) {
      await authorizeAct(tx, deps, { ...about, signs: 'first' })
      await takeOverRefund(tx, { id, by: actor.userId })
      const entry = { at: now, action: `${nameOf(act)}.signed_first`, subject, reason }
      return await recordDone(tx, actor, { ...entry, details: detailsOf(act) })
    }
    if ([act.firstBy, act.proposedBy].includes(actor.userId)) throw new AppError('money_act_own')
    // Nobody could spend the money of a closed account, nor read about it.
    if (act.kind !== 'refund' && subject.closed) throw new AppError('person_not_found')
    const earlier = act.firstBy === null ? [] : [act.firstBy]
    await authorizeAct(tx, deps, { ...about, signs: act.firstBy ? 'second' : 'first', earlier })
    await decide(tx, { id, outcome: 'done', by: actor.userId, now })
    if (act.kind !== 'refund') await giveCredit(tx, deps, act, now)
    else await endRefund(tx, deps, { act, subject, now, kind: 'post' })
    const entry = { at: now, action: `${nameOf(act)}.signed`, subject, reason, told: 1 }
    const details = { ...detailsOf(act), proposedBy: act.proposedBy }
    return await recordDone(tx, actor, { ...entry, details })
  })
}

/** Whether one more signature completes a proposal. */
export async function isLastToSign(reader: Reader, deps: Pick<Deps, 'clock'>, act: MoneyActRow) {
  const { kind, pesos } = act
  const takesTwo = kind === 'refund' || (isOfFund(kind) && pesos > FUND_ALONE_MAX)
  return !takesTwo || (await hasFirst(reader, deps, act))
}

/** What the audit calls it. */
const nameOf = ({ kind }: MoneyActRow) => (isOfFund(kind) ? 'fund_pay' : kind)

/** Whether the first signature of a proposal still counts. */
async function hasFirst(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  { firstBy, unpaidBy }: Pick<MoneyActRow, 'firstBy' | 'unpaidBy'>,
): Promise<boolean> {
  return (
    firstBy !== null &&
    unpaidBy !== firstBy &&
    (await mayAct(reader, deps, firstBy, 'payments.cases'))
  )
}

/**
 * Ends a proposed credit, also one's own; nothing moves. Errors: `not_found`, `money_act_over`,
 * `refund_takes_two` for a refund, which the gateway may have paid, and those of `authorizeAct`.
 */
export async function refuseMoney(
  deps: MoneyDeps,
  actor: ActorId,
  { moneyActId: id, reason }: Decision,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { act, subject } = await lockMoneyAct(tx, id)
    await authorizeAct(tx, deps, { actor: actor.userId, signs: 'alone', ...aboutMoney(act) })
    if (act.kind === 'refund') throw new AppError('refund_takes_two')
    await decide(tx, { id, outcome: 'refused', by: actor.userId, now })
    const entry = { at: now, action: `${nameOf(act)}.refused`, subject, reason }
    return await recordDone(tx, actor, { ...entry, details: detailsOf(act) })
  })
}

/** Ends a credit that nobody signed, and tells its person; returns whether it was still open. */
export async function lapseCredit(
  tx: Tx,
  deps: TellDeps,
  { id }: { id: string },
): Promise<boolean> {
  const act = await findMoneyAct(tx, id)
  const now = deps.clock.now()
  if (act?.kind !== 'credit') return false
  if (!(await decideMoneyAct(tx, { id, outcome: 'lapsed', by: null, now }))) return false
  const { userId, pesos } = act
  await tellUser(tx, deps, creditUnconfirmed, { userId, data: { pesos }, cause: id })
  return true
}

/** Locks the person of a proposal, and reads it. Errors: `not_found`, `money_act_over`. */
export async function lockMoneyAct(tx: Tx, id: string) {
  const known = await findMoneyAct(tx, id)
  if (!known) throw new AppError('not_found')
  await lockUser(tx, known.userId)
  const act = (await findMoneyAct(tx, id)) ?? known
  const of = act.paymentId ?? act.userId
  const subject = await findSubject(tx, {
    kind: act.paymentId === null ? 'user' : 'payment',
    id: of,
  })
  if (!subject) throw new AppError('not_found')
  if (act.outcome !== null) throw new AppError('money_act_over')
  return { act, subject }
}

export async function decide(tx: Tx, decision: Parameters<typeof decideMoneyAct>[1]) {
  if (!(await decideMoneyAct(tx, decision))) throw new AppError('money_act_over')
}

async function giveCredit(tx: Tx, deps: MoneyDeps, act: MoneyActRow, now: Date): Promise<void> {
  const { id, kind, userId, pesos, withdrawable } = act
  if (isOfFund(kind)) await assertFundPays(tx, act, now)
  await transfer(tx, {
    id: isOfFund(kind) ? derivedId('money_act.of_fund', id) : derivedId('money_act.credit', id),
    from: isOfFund(kind) ? guaranteeFund : companyCredits,
    to: await ensureWallet(tx, userId, now),
    pesos,
    code: isOfFund(kind) ? kind : 'team_credit',
    cause: { kind: 'money_act', id },
    now,
  })
  if (isOfFund(kind)) return await tellFundPaid(tx, deps, act)
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
  await hold(tx, { id, from, to: gatewayWompi, pesos: act.pesos, ...of })
}

export async function endRefund(
  tx: Tx,
  deps: MoneyDeps,
  {
    act,
    subject,
    now,
    kind,
  }: { act: MoneyActRow; subject: Subject; now: Date; kind: 'post' | 'void' },
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
