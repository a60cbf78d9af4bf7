import {
  type PayoutBatch,
  PayoutError,
  type PayoutPort,
  payoutPort,
} from '#server/domains/bank/payouts/payouts.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSending, type SendingRow } from './sendings.queries.ts'
import { type Settled, settleBatch } from './settle-payout.ts'
import { findWithdrawal, idByReference, type WithdrawalRow } from './withdrawals.queries.ts'

/**
 * What the gateway has of a withdrawal: by the id of its batch first, by its reference second.
 * Undefined never means that nothing was paid. Errors: PayoutError.
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
 * Reads what became of a payout from who pays it and applies it, as the regular lookup does; hands
 * nothing over. `missing`: it is unknown there. Errors: `gateway_unavailable`.
 */
export async function lookUpPayout(deps: Deps, reference: string): Promise<Settled | 'missing'> {
  const port = payoutPort(deps)
  if (!port) throw new AppError('gateway_unavailable')
  const id = await idByReference(deps.db, reference)
  const row = id === undefined ? undefined : await findWithdrawal(deps.db, id)
  if (!row) return 'missing'
  try {
    const found = await lookUp(port, row, await findSending(deps.db, row.id))
    return found ? await settleBatch(deps, row.id, found) : 'missing'
  } catch (error) {
    throw error instanceof PayoutError ? new AppError('gateway_unavailable') : error
  }
}
