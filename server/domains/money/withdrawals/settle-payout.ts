import { openCase } from '#server/domains/bank/cases/cases.public.ts'
import {
  needsLook,
  type PaidOut,
  type PayoutBatch,
} from '#server/domains/bank/payouts/payouts.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { noteSent } from './hand-over.ts'
import { reasonOf } from './payout-reasons.ts'
import { countAlive, saveTransaction } from './payouts.queries.ts'
import { clearUnanswered, idByPayout, noteAlarm, savePayoutId } from './sendings.queries.ts'
import { closeUnanswered } from './unanswered.ts'
import { endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import { idByReference, lockWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

type SettleDeps = StepDeps & Pick<Deps, 'log'>

export type Settled = 'paid' | 'failed' | 'pending' | 'repeated' | 'case'

/**
 * Applies what the gateway says of the batch of a withdrawal, read by its id or reference. A batch
 * that ended without a payment ends its withdrawal; a state that nobody knows is open, with an
 * alarm.
 */
export async function settleBatch(
  deps: SettleDeps,
  withdrawalId: string,
  batch: PayoutBatch,
): Promise<Settled> {
  await noteFound(deps, withdrawalId, batch)
  const isRefused = batch.state === 'refused'
  let outcome: Settled = 'pending'
  for (const paid of batch.transactions) {
    const ended = isRefused && paid.status === 'pending' ? refused(paid, batch) : paid
    outcome = await settlePayout(deps, ended)
  }
  if (!isRefused || batch.transactions.length > 0) return outcome
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockWithdrawal(tx, withdrawalId)
    if (!row || row.closedAt || (await countAlive(tx, row.id)) > 0) return outcome
    return await fail(tx, deps, row, { code: batch.told, payoutId: batch.payoutId })
  })
}

/** A transaction that its batch took along. */
const refused = (paid: PaidOut, { told }: PayoutBatch): PaidOut => ({
  ...paid,
  status: 'failed',
  failure: paid.failure ?? { code: told, message: '' },
})

/** The gateway knows it: its name of it is kept, nobody has to decide, odd states are shown. */
async function noteFound(
  deps: SettleDeps,
  withdrawalId: string,
  { payoutId, told, state, transactions }: PayoutBatch,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await lockWithdrawal(tx, withdrawalId)
    if (!row) return
    if (payoutId) await savePayoutId(tx, { withdrawalId, payoutId })
    await noteKnown(tx, row, now)
    // Taken, and not yet divided into transactions.
    if (state === 'open' && transactions.length === 0) await noteSent(tx, deps, row)
    for (const word of [told, ...transactions.map((paid) => paid.told)]) {
      if (!needsLook(word) || !(await noteAlarm(tx, { withdrawalId, state: word }))) continue
      deps.metrics.count('payout_state_odd')
      deps.log.error(
        { withdrawalId, state: word },
        'a payout is in a state that a person must look at',
      )
    }
  })
}

/**
 * Applies what the gateway says of a transaction, whoever asked: an event, or the lookup of the
 * job. Money moves once; what does not fit becomes a case for finance and moves nothing.
 */
export async function settlePayout(deps: SettleDeps, paid: PaidOut): Promise<Settled> {
  return await inTransaction(deps.db, async (tx) => {
    const id = await identify(tx, paid)
    const row = id === undefined ? undefined : await lockWithdrawal(tx, id)
    if (row?.channel !== 'gateway') return await raise(tx, deps, 'payout_unknown', paid)
    if (paid.amountInCents !== row.amountPesos * 100) {
      return await raise(tx, deps, 'payout_mismatch', paid)
    }
    const now = deps.clock.now()
    const amount = { amountInCents: paid.amountInCents }
    const kept = await saveTransaction(tx, {
      withdrawalId: row.id,
      paid: { ...paid, ...amount },
      now,
    })
    // The bank returned what it had paid, or paid what it had refused: a person decides.
    if (kept !== paid.status && paid.status !== 'pending') {
      return await raise(tx, deps, 'payout_changed', paid)
    }
    return await apply(tx, deps, row, { ...paid, status: kept })
  })
}

/** By its reference; without one by its batch, if it is the only transaction there. */
async function identify(tx: Tx, { reference, alone, payoutId }: PaidOut) {
  if (reference !== null) return await idByReference(tx, reference)
  return alone && payoutId !== null ? await idByPayout(tx, payoutId) : undefined
}

async function apply(
  tx: Tx,
  deps: SettleDeps,
  row: WithdrawalRow,
  paid: PaidOut,
): Promise<Settled> {
  const { status, transactionId } = paid
  if (row.closedAt) {
    if (status === 'pending') return 'pending'
    const same = row.status === (status === 'approved' ? 'paid' : 'failed')
    return same ? 'repeated' : await raise(tx, deps, 'payout_changed', paid)
  }
  await noteKnown(tx, row, deps.clock.now())
  // It is there, so it was taken, whatever became of the answer.
  if (status !== 'failed') await noteSent(tx, deps, row)
  if (status === 'pending') return 'pending'
  if (status === 'approved') {
    const details = { transactionId }
    await endWithdrawal(tx, deps, row, { status: 'paid', actorId: null, details })
    return 'paid'
  }
  if ((await countAlive(tx, row.id)) > 0) return 'pending'
  return await fail(tx, deps, row, { code: paid.failure?.code, transactionId })
}

/** Nobody has to say any more how it ended: the gateway knows it. */
async function noteKnown(tx: Tx, row: WithdrawalRow, now: Date): Promise<void> {
  if (await clearUnanswered(tx, { id: row.id, now })) await closeUnanswered(tx, row, now)
}

async function fail(
  tx: Tx,
  deps: SettleDeps,
  row: WithdrawalRow,
  details: Record<string, unknown> & { code: string | undefined },
): Promise<'failed'> {
  const reason = reasonOf(details.code)
  await endWithdrawal(tx, deps, row, { status: 'failed', actorId: null, reason, details })
  return 'failed'
}

/** One case per kind and transaction. */
async function raise(
  tx: Tx,
  deps: SettleDeps,
  kind: 'payout_unknown' | 'payout_mismatch' | 'payout_changed',
  paid: PaidOut,
): Promise<'case'> {
  const { reference, transactionId, amountInCents, status, payoutId } = paid
  const details = { status, amountInCents, payoutId }
  const opened = await openCase(tx, {
    ...{ kind, reference, transactionId, details },
    now: deps.clock.now(),
  })
  if (opened) {
    deps.metrics.count('payout_case', { kind })
    deps.log.error({ kind, transactionId }, 'a payout does not fit its withdrawal')
  }
  return 'case'
}
