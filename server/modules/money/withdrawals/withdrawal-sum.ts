import { WITHDRAWAL_DAY_MAX_PESOS, WITHDRAWALS_PER_DAY } from '#contract/withdrawal-limits.ts'
import type { WithdrawalSum } from '#contract/withdrawals.ts'
import { findDebt, walletTotals, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sumAskedSince } from './withdrawals.queries.ts'

/** Returns the sum that a person can withdraw now, and its parts, in pesos. */
export async function readSum(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
): Promise<WithdrawalSum> {
  const now = clock.now()
  const { available } = await walletTotals(reader, userId)
  const { pesos, next, ...parts } = await withdrawableOf(reader, { userId, now })
  const debt = await findDebt(reader, userId)
  const today = await sumAskedSince(reader, { userId, since: startOfBogotaDate(bogotaDate(now)) })
  const full = today.count >= WITHDRAWALS_PER_DAY
  const leftToday = full ? 0 : Math.max(0, WITHDRAWAL_DAY_MAX_PESOS - today.pesos)
  return {
    ...parts,
    available,
    debt,
    next: next && { at: next.at.toISOString(), pesos: next.pesos },
    leftToday,
    // Nothing is paid out while the person has a debt.
    withdrawable: debt > 0 ? 0 : Math.min(pesos, leftToday),
  }
}
