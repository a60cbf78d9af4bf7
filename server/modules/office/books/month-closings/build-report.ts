import type { MonthReport } from '#contract/month-closings.ts'
import { type LedgerSpan, type SpanSums, sumSpan } from '#server/modules/bank/ledger/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { instantsOfMonth } from './month.ts'
import { listCasesBetween } from './month-closings.queries.ts'

/** Sums the ledger of a month; repeating it gives the same result. */
export async function sumsOfMonth(
  tx: Tx,
  { month, uptoTx, previousTx }: { month: string; uptoTx: number; previousTx: number },
): Promise<Pick<MonthReport, 'totals' | 'classes' | 'codes'> & { sums: SpanSums }> {
  const span: LedgerSpan = { ...instantsOfMonth(month), uptoTx, previousTx }
  const sums = await sumSpan(tx, span)
  const classes = sums.classes.map((each) => {
    return { ...each, closing: each.opening + each.into - each.out }
  })
  return { sums, classes, codes: sums.codes, totals: totalsOf(sums) }
}

function totalsOf({ codes, held }: SpanSums): MonthReport['totals'] {
  const sum = (...wanted: string[]) =>
    codes
      .filter(({ currency, code }) => currency === 'COP' && wanted.includes(code))
      .reduce((total, { amount }) => total + amount, 0)
  return {
    topUps: sum('topup'),
    topUpsReversed: sum('topup_reversal', 'topup_debt', 'topup_refund'),
    payouts: sum('withdrawal') - sum('withdrawal_return'),
    fares: sum('fare') - sum('fare_return', 'fare_debt'),
    commissions: sum('commission') - sum('commission_return'),
    // People pay no fees, and those of the gateway are not in the ledger.
    fees: 0,
    held,
  }
}

/** Builds the report of a month: sums, position in the chain, and decisions of people. */
export async function buildReport(
  tx: Tx,
  input: {
    month: string
    closedAt: Date
    closedBy: string
    uptoTx: number
    previousTx: number
    chain: MonthReport['ledger']['chain']
  },
): Promise<MonthReport> {
  const { month, closedAt, closedBy, uptoTx, previousTx, chain } = input
  const { sums, totals, classes, codes } = await sumsOfMonth(tx, input)
  const { startsAt: from, endsAt: until } = instantsOfMonth(month)
  const differences = await listCasesBetween(tx, { from, until })
  const { lastId: id, lastTx: number, late } = sums
  return {
    format: 'cupo-month-report/1',
    month,
    closedAt: closedAt.toISOString(),
    closedBy,
    ledger: {
      movements: codes.reduce((total, { count }) => total + count, 0),
      late,
      lastTransfer: id === null || number === null ? null : { id, number },
      uptoTx,
      previousTx,
      chain,
    },
    totals,
    classes,
    codes,
    differences: differences.map(isoDates),
  }
}
