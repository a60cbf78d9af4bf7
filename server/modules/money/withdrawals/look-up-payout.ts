import {
  type PayoutBatch,
  PayoutError,
  type PayoutPort,
  payoutPort,
} from '#server/modules/bank/payouts/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSending, type SendingRow } from './sendings.queries.ts'
import { type Settled, settleBatch } from './settle-payout.ts'
import { findIdByReference, findWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

/**
 * Reads the payout of a withdrawal from the gateway, by the id of its batch or else by its
 * reference. Undefined does not prove that nothing was paid. Errors: PayoutError.
 */
export async function lookUp(
  port: PayoutPort,
  { reference }: Pick<WithdrawalRow, 'reference'>,
  sending: SendingRow | undefined,
): Promise<PayoutBatch | undefined> {
  const { payoutId, apiVersion = 'v1' } = sending ?? {}
  const known = payoutId ? await port.look({ payoutId, apiVersion }) : undefined
  return known ?? (await port.find({ reference, apiVersion }))
}

/**
 * Reads the state of a payout from the provider and applies it, as the regular job does, but sends
 * nothing. `missing`: the provider does not know the payout. Errors: `gateway_unavailable`.
 */
export async function lookUpPayout(deps: Deps, reference: string): Promise<Settled | 'missing'> {
  const port = payoutPort(deps)
  if (!port) throw new AppError('gateway_unavailable')
  const id = await findIdByReference(deps.db, reference)
  const row = id === undefined ? undefined : await findWithdrawal(deps.db, id)
  if (!row) return 'missing'
  try {
    const found = await lookUp(port, row, await findSending(deps.db, row.id))
    return found ? await settleBatch(deps, row.id, found) : 'missing'
  } catch (error) {
    throw error instanceof PayoutError ? new AppError('gateway_unavailable') : error
  }
}
