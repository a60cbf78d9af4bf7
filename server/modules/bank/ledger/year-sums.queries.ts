import { type Reader, run } from '#server/platform/db/tx.ts'

/** Returns the balance of an account before an instant, by its final movements. */
export function sumOpeningBalance(db: Reader, { account, from }: { account: string; from: Date }) {
  return run.value<{ pesos: number }>(db, 0)`
    select (coalesce(sum(amount) filter (where credit_account = ${account}), 0)
      - coalesce(sum(amount) filter (where debit_account = ${account}), 0))::bigint as pesos
    from ledger_transfers
    where ${account} in (debit_account, credit_account) and kind in ('transfer', 'post')
      and happened_at < ${from}`
}

/** Sums the final movements of an account in a period, by code. */
export function listSumsBetween(
  db: Reader,
  { account, from, to }: { account: string; from: Date; to: Date },
) {
  return run.rows<{ code: string; into: number; out: number }>(db)`
    select code,
      coalesce(sum(amount) filter (where credit_account = ${account}), 0)::bigint as into,
      coalesce(sum(amount) filter (where debit_account = ${account}), 0)::bigint as out
    from ledger_transfers
    where ${account} in (debit_account, credit_account) and kind in ('transfer', 'post')
      and happened_at >= ${from} and happened_at < ${to}
    group by code order by code`
}
