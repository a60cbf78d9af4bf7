import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { isAccountCurrent } from './accounts.queries.ts'
import { ownerOfClosed } from './holder.ts'
import { isFresh } from './undo-window.ts'
import { type Ending, endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import {
  findOpenDisputesOf,
  findOwnerOfWithdrawal,
  listUnsent,
  lockWithdrawal,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

/**
 * Locks the row of the owner, then the withdrawal. Debts and disputes change under the same lock,
 * so values read after it stay valid until the end. Undefined for an unknown withdrawal.
 */
export async function lockWithOwner(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const userId = await findOwnerOfWithdrawal(tx, id)
  if (userId === undefined) return undefined
  await lockUser(tx, userId)
  return await lockWithdrawal(tx, id)
}

type Hindrance = 'destination' | 'debt' | 'dispute'

/**
 * Reason why a withdrawal must not be paid out now; undefined without one. The destination of a
 * closed account is sealed with its owner, and its identity is erased.
 */
async function hindranceOf(
  tx: Tx,
  deps: Pick<StepDeps, 'secrets'>,
  row: WithdrawalRow,
): Promise<Hindrance | undefined> {
  const { userId, accountId } = row
  if (!ownerOfClosed(deps, row) && !(await isAccountCurrent(tx, accountId))) return 'destination'
  if ((await findDebt(tx, userId)) > 0) return 'debt'
  return (await findOpenDisputesOf(tx, [userId])).has(userId) ? 'dispute' : undefined
}

/** Disputed fares that were paid to a driver, less commission, in pesos. */
export async function disputedFares(reader: Reader, userId: string): Promise<number> {
  return (await findOpenDisputesOf(reader, [userId])).get(userId)?.pesos ?? 0
}

/** Errors: `withdrawal_destination_gone`, `withdrawal_owner_owes`, `withdrawal_disputed`. */
export async function assertMayLeave(tx: Tx, deps: Pick<StepDeps, 'secrets'>, row: WithdrawalRow) {
  const hindrance = await hindranceOf(tx, deps, row)
  if (hindrance === 'destination') throw new AppError('withdrawal_destination_gone')
  if (hindrance === 'debt') throw new AppError('withdrawal_owner_owes')
  if (hindrance === 'dispute') throw new AppError('withdrawal_disputed')
}

/**
 * Locks an approved withdrawal, in the transaction that records its hand-over to gateway or file.
 * Undefined when it must not be handed over: it is not approved, its approval can still be undone,
 * its owner has an open dispute (it waits), or its owner has a debt, or another identity or account
 * than when it was requested (it ends, and the owner is notified).
 */
export async function lockToHandOver(
  tx: Tx,
  deps: StepDeps,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const row = await lockWithOwner(tx, id)
  if (row?.status !== 'approved' || isFresh(row, deps.clock.now())) return undefined
  const hindrance = await hindranceOf(tx, deps, row)
  if (hindrance === 'debt' || hindrance === 'destination') {
    await endWithdrawal(tx, deps, row, stopped(hindrance))
  }
  return hindrance === undefined ? row : undefined
}

/**
 * Locks a withdrawal that was sent without an answer, to send it again. Undefined when it must not
 * leave now: it waits, because the gateway can have taken the first request.
 */
export async function lockToSendAgain(tx: Tx, deps: StepDeps, id: string) {
  const row = await lockWithOwner(tx, id)
  if (row?.status !== 'sending') return undefined
  return (await hindranceOf(tx, deps, row)) === undefined ? row : undefined
}

const REASONS = {
  topup_voided:
    'Tu banco o la pasarela devolvió una recarga tuya. Puedes pedir el retiro otra vez.',
  dispute_decided: 'Se decidió un reclamo sobre un viaje tuyo. Puedes pedir el retiro otra vez.',
  destination:
    'Tu identidad o la cuenta cambió después de pedirlo. Puedes pedir el retiro otra vez.',
  debt: 'Tienes un saldo pendiente. Cuando lo pagues puedes pedir el retiro otra vez.',
} as const

/**
 * Ends all withdrawals of a person that were not handed over, in the transaction that changed their
 * money. The money is released, repays a debt first, and can be requested again. Locks the person's
 * row, then the withdrawals; the caller must not have locked a wallet yet.
 */
export async function endUnsentWithdrawals(
  tx: Tx,
  deps: StepDeps,
  { userId, why }: { userId: string; why: 'topup_voided' | 'dispute_decided' },
): Promise<void> {
  await lockUser(tx, userId)
  await endUnsent(tx, deps, { userId, accountId: null }, stopped(why))
}

const stopped = (why: keyof typeof REASONS): Ending => {
  return { status: 'cancelled', actorId: null, reason: REASONS[why], details: { why } }
}

/** Ends a person's withdrawals that were not handed over, or those to an account; their number. */
export async function endUnsent(
  tx: Tx,
  deps: StepDeps,
  of: { userId: string; accountId: string | null },
  ending: Ending,
): Promise<number> {
  let ended = 0
  for (const id of await listUnsent(tx, of)) {
    const row = await lockWithdrawal(tx, id)
    if (row?.status !== 'requested' && row?.status !== 'approved') continue
    await endWithdrawal(tx, deps, row, ending)
    ended += 1
  }
  return ended
}
