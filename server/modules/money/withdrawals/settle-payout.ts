import { closeCase, openCase } from '#server/modules/bank/ledger/index.ts'
import { needsLook, type PaidOut, type PayoutBatch } from '#server/modules/bank/payouts/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { noteSent } from './hand-over.ts'
import { reasonOf } from './payout-reasons.ts'
import { countAlive, saveTransaction } from './payouts.queries.ts'
import { clearUnanswered, findIdByPayout, noteAlarm, savePayoutId } from './sendings.queries.ts'
import { endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import { findIdByReference, lockWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

type SettleDeps = StepDeps & Pick<Deps, 'log'>

export type Settled = 'paid' | 'failed' | 'pending' | 'repeated' | 'case'

/**
 * Applies the state of a withdrawal's batch, read by its id or reference. A batch that ended
 * without a payment ends its withdrawal; an unknown state counts as open and raises an alarm.
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

/** A transaction that fails because its batch ended without a payment. */
const refused = (paid: PaidOut, { told }: PayoutBatch): PaidOut => ({
  ...paid,
  status: 'failed',
  failure: paid.failure ?? { code: told, message: '' },
})

/** Records that the gateway knows the payout. Raises an alarm for unknown states. */
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
    // The gateway accepted the batch but has not created its transactions yet.
    if (state === 'open' && transactions.length === 0) await noteSent(tx, deps, row)
    for (const word of [told, ...transactions.map((paid) => paid.told)]) {
      if (!needsLook(word) || !(await noteAlarm(tx, { withdrawalId, state: word }))) continue
      deps.metrics.count('payout_state_odd')
      const state = { withdrawalId, state: word }
      deps.log.error(state, 'a payout is in a state that a person must look at')
    }
  })
}

/**
 * Applies the state of a transaction at the gateway, read for an event or by the regular lookup.
 * Money moves once; a mismatch opens a case for finance and moves nothing.
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
    const exact = { ...paid, amountInCents: paid.amountInCents }
    const kept = await saveTransaction(tx, { withdrawalId: row.id, paid: exact, now })
    const isReturned = row.returnConfirmedBy !== null
    const wasPaid = isReturned || row.status === 'paid'
    if (wasPaid && kept !== 'failed' && (await countAlive(tx, row.id)) > 1) {
      return await raise(tx, deps, 'payout_changed', paid)
    }
    // Two people recorded that it was paid and came back: neither word about it is news.
    if (isReturned) return 'repeated'
    // The bank returned a paid payout, or paid a refused one: a person decides.
    if (kept !== paid.status && paid.status !== 'pending') {
      return await raise(tx, deps, 'payout_changed', paid)
    }
    return await apply(tx, deps, row, { ...paid, status: kept })
  })
}

/** Finds the withdrawal by reference, or by batch when this is its only transaction. */
async function identify(tx: Tx, { reference, alone, payoutId }: PaidOut) {
  if (reference !== null) return await findIdByReference(tx, reference)
  return alone && payoutId !== null ? await findIdByPayout(tx, payoutId) : undefined
}

async function apply(tx: Tx, deps: SettleDeps, row: WithdrawalRow, paid: PaidOut) {
  const { status, transactionId } = paid
  if (row.closedAt) {
    if (status === 'pending') return 'pending'
    const same = row.status === (status === 'approved' ? 'paid' : 'failed')
    return same ? 'repeated' : await raise(tx, deps, 'payout_changed', paid)
  }
  await noteKnown(tx, row, deps.clock.now())
  // The transaction exists, so the gateway accepted the request, even if its answer was lost.
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

/** Clears the unanswered mark and closes its case, because the gateway knows the payout. */
async function noteKnown(tx: Tx, row: WithdrawalRow, now: Date): Promise<void> {
  const { id } = row
  if (!(await clearUnanswered(tx, { id, now }))) return
  await closeCase(tx, { kind: 'payout_unanswered', transactionId: id, now })
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

/** Opens a payment case, at most one per kind and transaction. */
async function raise(
  tx: Tx,
  deps: SettleDeps,
  kind: 'payout_unknown' | 'payout_mismatch' | 'payout_changed',
  paid: PaidOut,
): Promise<'case'> {
  const { reference, transactionId, amountInCents, status, payoutId } = paid
  const details = { status, amountInCents, payoutId }
  const now = deps.clock.now()
  if (await openCase(tx, { kind, reference, transactionId, details, now })) {
    deps.metrics.count('payout_case', { kind })
    deps.log.error({ kind, transactionId }, 'a payout does not fit its withdrawal')
  }
  return 'case'
}
