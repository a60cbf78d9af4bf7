import { addMs, bogotaDate, DAY_MS, startOfBogotaMonth } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { companyCredits, guaranteeFund, revenueCommission } from './chart.ts'
import {
  countRefused,
  type FundState,
  type FundSum,
  findFundState,
  findShareOf,
  listFundSums,
} from './fund.queries.ts'
import { transfer } from './move-money.ts'

/** Days after which a share that was missed is not paid any more. */
const SHARE_DAYS = 7

/**
 * Job: pays the fund its share of the commission of each day that is over, once a day; days that
 * were missed too. Returns the pesos. Safe to repeat.
 */
export async function payFundShares(deps: ReadDeps): Promise<number> {
  const now = deps.clock.now()
  let paid = 0
  for (let ago = SHARE_DAYS; ago >= 1; ago -= 1) {
    const day = bogotaDate(addMs(now, -ago * DAY_MS))
    paid += await inTransaction(deps.db, async (tx) => {
      const pesos = await findShareOf(tx, { day, now })
      if (pesos === 0) return 0
      const id = derivedId('fund.share', day)
      const cause = { kind: 'fund_day', id: day } as const
      const move = { id, from: revenueCommission, to: guaranteeFund, pesos, cause, now }
      await transfer(tx, { ...move, code: 'fund_share' })
      return pesos
    })
  }
  return paid
}

/** Pays a sum of the company into the fund, which two people signed as a price proposal. */
export async function openFund(
  tx: Tx,
  { proposalId, pesos, now }: { proposalId: string; pesos: number; now: Date },
): Promise<void> {
  const id = derivedId('fund.open', proposalId)
  const cause = { kind: 'price', id: proposalId } as const
  const move = { id, from: companyCredits, to: guaranteeFund, pesos, cause, now }
  await transfer(tx, { ...move, code: 'fund_open' })
}

export type FundMonth = FundState & {
  opening: number
  lines: Omit<FundSum, 'month'>[]
  refused: number
}

/** Shows the fund and its current month: what it had at first, what came and went by code. */
export async function showFund(reader: Reader, now: Date): Promise<FundMonth> {
  const state = await findFundState(reader, now)
  assert(state, 'the fund has an account')
  const since = startOfBogotaMonth(now)
  const lines = (await listFundSums(reader, since)).map(({ month: _, ...line }) => line)
  const moved = lines.reduce((sum, { isIn, pesos }) => sum + (isIn ? pesos : -pesos), 0)
  const refused = await countRefused(reader, since)
  return { ...state, opening: state.balance - moved, lines, refused }
}
