import type { Reader } from '#server/platform/db/tx.ts'
import { type TransferCode, walletId } from './chart.ts'
import { listSumsBetween, sumOpeningBalance } from './year-sums.queries.ts'

/** Sums of a wallet over a period, in pesos; `out` and `into` are both positive. */
export type YearSums = {
  /** Balance of the wallet at the start of the period, held money included. */
  opening: number
  byCode: { code: TransferCode; into: number; out: number }[]
}

/** Sums the movements in and out of a person's wallet between two instants, by reason. */
export async function walletSums(
  db: Reader,
  { userId, from, to }: { userId: string; from: Date; to: Date },
): Promise<YearSums> {
  const account = walletId(userId)
  const opening = await sumOpeningBalance(db, { account, from })
  const rows = await listSumsBetween(db, { account, from, to })
  return { opening, byCode: rows.map((row) => ({ ...row, code: row.code as TransferCode })) }
}
