import { openCase } from '#server/domains/cases/cases.public.ts'
import type { PaidOut } from '#server/domains/payouts/payouts.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countAlive, saveTransaction } from './payouts.queries.ts'
import { endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import { idByReference, lockWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

/** Codes of the gateway that a person can do something about. */
const REASONS: Record<string, string> = {
  D07: 'La cuenta no existe o no está activa.',
  C01: 'La cuenta no existe o no está activa.',
  D11: 'La cuenta no está a tu nombre.',
  KEY_CHANGED: 'La llave ya no es tuya o no está activa.',
  EXC_033: 'La llave no es válida.',
  EXC_034: 'La llave ya no existe.',
  EXC_035: 'La llave no está activa.',
  BANK_UNKNOWN: 'Ese banco no recibe pagos por ahora.',
}

/** Why a payout failed, for its owner. */
export function reasonOf(code: string | undefined): string {
  return REASONS[code ?? ''] ?? 'El banco no aceptó el pago. Revisa la cuenta o usa otra.'
}

type SettleDeps = StepDeps & Pick<Deps, 'log'>

export type Settled = 'paid' | 'failed' | 'pending' | 'repeated' | 'case'

/**
 * Applies what the gateway says of a payout, whoever asked: an event, or the lookup of the job.
 * Money moves once; what does not fit becomes a case for finance and moves nothing.
 */
export async function settlePayout(deps: SettleDeps, paid: PaidOut): Promise<Settled> {
  return await inTransaction(deps.db, async (tx) => {
    const id = await idByReference(tx, paid.reference)
    const row = id === undefined ? undefined : await lockWithdrawal(tx, id)
    if (row?.channel !== 'gateway') return await raise(tx, deps, 'payout_unknown', paid)
    if (paid.amountInCents !== row.amountPesos * 100) {
      return await raise(tx, deps, 'payout_mismatch', paid)
    }
    const now = deps.clock.now()
    const kept = await saveTransaction(tx, { withdrawalId: row.id, paid, now })
    // The bank returned what it had paid, or paid what it had refused: a person decides.
    if (kept !== paid.status && paid.status !== 'pending') {
      return await raise(tx, deps, 'payout_changed', paid)
    }
    return await apply(tx, deps, row, { ...paid, status: kept })
  })
}

async function apply(
  tx: Tx,
  deps: SettleDeps,
  row: WithdrawalRow,
  paid: PaidOut,
): Promise<Settled> {
  const { status, transactionId } = paid
  if (status === 'pending') return 'pending'
  if (row.closedAt) {
    const same = row.status === (status === 'approved' ? 'paid' : 'failed')
    return same ? 'repeated' : await raise(tx, deps, 'payout_changed', paid)
  }
  const details = { transactionId, ...(paid.failure ? { code: paid.failure.code } : {}) }
  if (status === 'approved') {
    await endWithdrawal(tx, deps, row, { status: 'paid', actorId: null, details })
    return 'paid'
  }
  if ((await countAlive(tx, row.id)) > 0) return 'pending'
  const reason = reasonOf(paid.failure?.code)
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
  const { reference, transactionId, amountInCents, status } = paid
  const details = { status, amountInCents, payoutId: paid.payoutId }
  await openCase(tx, { kind, reference, transactionId, details, now: deps.clock.now() })
  deps.metrics.count('payout_case', { kind })
  deps.log.error({ kind, transactionId }, 'a payout does not fit its withdrawal')
  return 'case'
}
