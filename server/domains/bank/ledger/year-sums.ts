import type { Reader } from '#server/platform/db/tx.ts'
import { type TransferCode, walletId } from './chart.ts'
import { openingRow, sumsBetween } from './year-sums.queries.ts'

/** Pesos; `out` and `into` are both positive. */
export type YearSums = {
  /** What was in the wallet when the time began, held or not. */
  opening: number
  byCode: { code: TransferCode; into: number; out: number }[]
}

/** What came into and went out of a person's wallet from one instant to another, by its reason. */
export async function walletSums(
  db: Reader,
  { userId, from, to }: { userId: string; from: Date; to: Date },
): Promise<YearSums> {
  const account = walletId(userId)
  const opening = await openingRow(db, { account, from })
  const rows = await sumsBetween(db, { account, from, to })
  return { opening, byCode: rows.map((row) => ({ ...row, code: row.code as TransferCode })) }
}
