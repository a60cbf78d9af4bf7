// Read only: these tables belong to ledger, withdrawals and reconciliation (docs/decisions/0041).
import type { DayBooks } from '#contract/day-books.ts'
import { gatewayWompi, payoutsClearing } from '#server/modules/bank/ledger/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'

export type DayRow = RowOf<
  Omit<DayBooks, 'cases' | 'openPesos' | 'lacks'>,
  'gatewayAt' | 'bankAt' | 'ledgerAt'
>

/**
 * Lists the days between two dates in Bogotá, with what settled and what was compared since. What
 * the bank returned later stays paid on its day: the ledger says it, a row has its last end.
 */
export function listDays(reader: Reader, { first, last }: { first: string; last: string }) {
  return run.rows<DayRow>(reader)`
    select d.day, (select count(*)::int from ledger_transfers t
        where t.debit_account = ${gatewayWompi} and t.code = 'topup' and t.happened_at >= d.start
          and t.happened_at < d.finish) as payments,
      w.paid as withdrawals, w.by_hand as "needsBank",
      (select max(r.ended_at) from reconciliations r
        where d.day between r.from_day::text and r.until_day::text
          and r.started_at >= d.finish + interval '2 hours'
          and (r.payouts is not null or not w.by_gateway)) as "gatewayAt",
      (select max(s.uploaded_at) from bank_statements s
        where d.day between s.from_day::text and s.until_day::text) as "bankAt",
      (select v.checked_at from ledger_verified v where v.checked_at >= d.finish) as "ledgerAt"
    from (
      select day::date::text as day, day::date::timestamp at time zone 'America/Bogota' as start,
        (day::date + 1)::timestamp at time zone 'America/Bogota' as finish
      from generate_series(${first}::date, ${last}::date, interval '1 day') as day) as d
    cross join lateral (
      select (count(*) filter (where t.kind = 'post'))::int as paid,
        coalesce(bool_or(o.channel = 'bank_file'), false) as by_hand,
        coalesce(bool_or(o.channel = 'gateway'), false) as by_gateway
      from (
        select kind, cause_id from ledger_transfers
        where credit_account = ${payoutsClearing} and kind = 'post'
          and happened_at >= d.start and happened_at < d.finish
        union all
        select kind, cause_id from ledger_transfers
        where debit_account = ${payoutsClearing} and code = 'withdrawal_return'
          and happened_at >= d.start and happened_at < d.finish) as t
      join withdrawals o on o.id = t.cause_id::uuid) as w
    order by d.day desc`
}

/** An open case with the days that it may be about, both included. */
export type DayCaseRow = { kind: string; pesos: number | null; first: string; last: string }

/**
 * Lists the open cases with their days: that of the payment or withdrawal, else all days of the
 * comparison that opened them, else the day on which they were opened.
 */
export function listCasesByDay(reader: Reader) {
  return run.rows<DayCaseRow>(reader)`
    select c.kind, coalesce((c.details ->> 'amountInCents')::bigint / 100,
        (c.details ->> 'pesos')::bigint) as pesos,
      coalesce(f.at, r.from_day, s.from_day, o.at)::text as first,
      coalesce(f.at, r.until_day, s.until_day, o.at)::text as last
    from payment_cases c
    left join payment_attempts a on a.transaction_id = c.transaction_id
    left join payments p on p.reference = c.reference
    left join reconciliations r on r.ended_at = c.opened_at
    left join bank_statements s on s.uploaded_at = c.opened_at
    cross join lateral (
      select (coalesce(a.created_at, p.created_at) at time zone 'America/Bogota')::date as at) as f
    cross join lateral (select (c.opened_at at time zone 'America/Bogota')::date as at) as o
    where c.closed_at is null`
}
