import { PayoutError, payoutPort } from '#server/domains/payouts/payouts.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Settled, settlePayout } from './settle-payout.ts'

/**
 * Reads what became of a payout from who pays it and applies it, as the regular lookup does; hands
 * nothing over. `missing`: it is unknown there. Errors: `gateway_unavailable`.
 */
export async function lookUpPayout(deps: Deps, reference: string): Promise<Settled | 'missing'> {
  const port = payoutPort(deps)
  if (!port) throw new AppError('gateway_unavailable')
  try {
    const found = await port.find(reference)
    return found ? await settlePayout(deps, found) : 'missing'
  } catch (error) {
    throw error instanceof PayoutError ? new AppError('gateway_unavailable') : error
  }
}
