import { type Reader, run } from '#server/platform/db/tx.ts'
import { guaranteeFund } from './chart.ts'

export type FundState = {
  balance: number
  /** Pesos of covers that this month still allows; can be below zero. */
  monthLeft: number
  /** Whether covers are paid: the fund has 20 average ones. */
  covers: boolean
}

export function findFundState(db: Reader, now: Date) {
  return run.row<FundState>(db)`
    select balance, month_left as "monthLeft", covers from fund_state(${now})`
}

/** Settings of the fund in force: per cent, and pesos of the largest cover. */
export function findFundSettings(db: Reader, now: Date) {
  return run.row<{ share: number; coverPercent: number; coverMax: number }>(db)`
    select fund_setting('share', ${now}) as share,
      fund_setting('cover_percent', ${now}) as "coverPercent",
      fund_setting('cover_max', ${now}) as "coverMax"`
}

/** Pesos of the commission of a day (in Bogotá) that the fund did not get yet. */
export function findShareOf(db: Reader, { day, now }: { day: string; now: Date }) {
  return run.value<{ pesos: number }>(db, 0)`
    select fund_share_of(${day}::date, ${now}) as pesos`
}

export type FundSum = { month: string; code: string; isIn: boolean; pesos: number; cases: number }

/** Sums what went into and out of the fund since an instant, by month of Bogotá, newest first. */
export function listFundSums(db: Reader, since: Date) {
  return run.rows<FundSum>(db)`
    select to_char(happened_at at time zone 'America/Bogota', 'YYYY-MM') as month, code,
      credit_account = ${guaranteeFund} as "isIn", sum(amount)::bigint as pesos,
      count(*)::int as cases
    from ledger_transfers
    where (credit_account = ${guaranteeFund} or debit_account = ${guaranteeFund})
      and happened_at >= ${since}
    group by 1, 2, 3 order by 1 desc, 3 desc, 2`
}

/** The people who got most from the fund since an instant, less the covers that they returned. */
export function listFundReceivers(db: Reader, since: Date) {
  return run.rows<{ userId: string; pesos: number; cases: number }>(db)`
    select a.owner_id as "userId",
      sum(case t.debit_account when ${guaranteeFund} then t.amount else -t.amount end)::bigint
        as pesos,
      count(*) filter (where t.debit_account = ${guaranteeFund})::int as cases
    from ledger_transfers t
    join ledger_accounts a on a.id in (t.debit_account, t.credit_account) and a.kind = 'wallet'
    where (t.credit_account = ${guaranteeFund} or t.debit_account = ${guaranteeFund})
      and t.happened_at >= ${since} and a.owner_id is not null
    group by 1 order by 2 desc, 1 limit 10`
}

/** Pesos of a cover that left a wallet for the fund at this instant, with a fare that came back. */
export function findCoverReturned(reader: Reader, wallet: string, at: Date) {
  return run.value<{ pesos: number }>(reader, 0)`
    select coalesce(sum(amount), 0)::int as pesos from ledger_transfers
    where debit_account = ${wallet} and code = 'rescue_return' and happened_at = ${at}`
}

/** Number of payments by the fund that the team refused since an instant. */
export function countRefused(reader: Reader, since: Date) {
  return run.value<{ count: number }>(reader, 0)`
    select count(*)::int as count from money_acts
    where booking_id is not null and outcome = 'refused' and decided_at >= ${since}`
}
