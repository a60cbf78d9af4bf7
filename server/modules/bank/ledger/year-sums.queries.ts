import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** Returns the balance of an account before an instant, by its final movements. */
export async function sumOpeningBalance(
  db: Reader,
  { account, from }: { account: string; from: Date },
) {
  const { rows } = await sql<{ pesos: number }>`
    select (coalesce(sum(amount) filter (where credit_account = ${account}), 0)
      - coalesce(sum(amount) filter (where debit_account = ${account}), 0))::bigint as pesos
    from ledger_transfers
    where ${account} in (debit_account, credit_account) and kind in ('transfer', 'post')
      and happened_at < ${from}`.execute(db)
  return rows[0]?.pesos ?? 0
}

/** Sums the final movements of an account in a period, by code. */
export async function listSumsBetween(
  db: Reader,
  { account, from, to }: { account: string; from: Date; to: Date },
): Promise<{ code: string; into: number; out: number }[]> {
  const { rows } = await sql<{ code: string; into: number; out: number }>`
    select code,
      coalesce(sum(amount) filter (where credit_account = ${account}), 0)::bigint as into,
      coalesce(sum(amount) filter (where debit_account = ${account}), 0)::bigint as out
    from ledger_transfers
    where ${account} in (debit_account, credit_account) and kind in ('transfer', 'post')
      and happened_at >= ${from} and happened_at < ${to}
    group by code order by code`.execute(db)
  return rows
}
