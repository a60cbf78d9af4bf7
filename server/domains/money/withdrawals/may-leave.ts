import { debtOf } from '#server/domains/bank/ledger/ledger.public.ts'
import { lockUser } from '#server/domains/people/users/users.public.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import {
  lockWithdrawal,
  notHandedOver,
  openDisputesOf,
  ownerOfWithdrawal,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

/**
 * Locks a withdrawal after the row of its owner. Debts and disputes of a person change under the
 * same lock, so that what is read after it still holds when the transaction ends. Undefined when
 * there is none.
 */
export async function lockWithOwner(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const userId = await ownerOfWithdrawal(tx, id)
  if (userId === undefined) return undefined
  await lockUser(tx, userId)
  return await lockWithdrawal(tx, id)
}

/** Why money of this person may not leave now; undefined when it may. */
async function hindranceOf(tx: Tx, userId: string): Promise<'debt' | 'dispute' | undefined> {
  if ((await debtOf(tx, userId)) > 0) return 'debt'
  return (await openDisputesOf(tx, [userId])).has(userId) ? 'dispute' : undefined
}

/** Fares paid to a driver, before commission, to which a passenger objects; pesos. */
export async function disputedFares(reader: Reader, userId: string): Promise<number> {
  return (await openDisputesOf(reader, [userId])).get(userId)?.pesos ?? 0
}

/** Errors: `withdrawal_owner_owes`, `withdrawal_disputed`. */
export async function assertMayLeave(tx: Tx, { userId }: WithdrawalRow): Promise<void> {
  const hindrance = await hindranceOf(tx, userId)
  if (hindrance === 'debt') throw new AppError('withdrawal_owner_owes')
  if (hindrance === 'dispute') throw new AppError('withdrawal_disputed')
}

/**
 * Locks an approved withdrawal that is about to be handed over, by the gateway or in a file, in the
 * transaction that notes it. Undefined when it must not leave: it is not approved any more, or its
 * owner has an open dispute (it waits), or owes (it ends, and the owner is told).
 */
export async function lockToHandOver(
  tx: Tx,
  deps: StepDeps,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const row = await lockWithOwner(tx, id)
  if (row?.status !== 'approved') return undefined
  const hindrance = await hindranceOf(tx, row.userId)
  if (hindrance === 'debt') await stop(tx, deps, row, 'debt')
  return hindrance === undefined ? row : undefined
}

const REASONS = {
  topup_voided:
    'Tu banco o la pasarela devolvió una recarga tuya. Puedes pedir el retiro otra vez.',
  dispute_decided: 'Se decidió un reclamo sobre un viaje tuyo. Puedes pedir el retiro otra vez.',
  debt: 'Tienes un saldo pendiente. Cuando lo pagues puedes pedir el retiro otra vez.',
} as const

/**
 * Ends everything that a person asked for and that was not handed over, in the transaction of what
 * changed their money: the money is free again and repays a debt first. The person is told and may
 * ask again. Locks the person's row, then the withdrawals; the caller has locked no wallet yet.
 */
export async function endUnsentWithdrawals(
  tx: Tx,
  deps: StepDeps,
  { userId, why }: { userId: string; why: 'topup_voided' | 'dispute_decided' },
): Promise<void> {
  await lockUser(tx, userId)
  for (const id of await notHandedOver(tx, userId)) {
    const row = await lockWithdrawal(tx, id)
    if (row && ['requested', 'approved'].includes(row.status)) await stop(tx, deps, row, why)
  }
}

async function stop(
  tx: Tx,
  deps: StepDeps,
  row: WithdrawalRow,
  why: keyof typeof REASONS,
): Promise<void> {
  const ending = { status: 'cancelled', actorId: null, reason: REASONS[why] } as const
  await endWithdrawal(tx, deps, row, { ...ending, details: { why } })
}
