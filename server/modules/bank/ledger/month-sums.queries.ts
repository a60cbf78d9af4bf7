import { sql } from 'kysely'
import type { MonthReport } from '#contract/month-closings.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'

/**
 * Final movements written in a period and chained below a transaction number. A movement that
 * arrives later with an earlier date belongs to the next period, once.
 */
export type LedgerSpan = {
  startsAt: Date
  endsAt: Date
  /** First transaction number after the period, for this period and for the period before. */
  uptoTx: number
  previousTx: number
}

const within = ({ endsAt, uptoTx }: LedgerSpan) => sql`
  t.kind in ('transfer', 'post') and t.tx < ${uptoTx} and t.created_at < ${endsAt}`

const before = ({ startsAt, previousTx }: LedgerSpan) => sql`
  (t.tx < ${previousTx} and t.created_at < ${startsAt})`

export type ClassSums = Omit<MonthReport['classes'][number], 'closing'>

/** Sums the opening balance and the movements in and out, by class of account. */
export function listClassSums(db: Reader, span: LedgerSpan) {
  return run.rows<ClassSums>(db)`
    with moved as (
      select t.debit_account, t.credit_account, t.amount, ${before(span)} as before
      from ledger_transfers t where ${within(span)}
    ), sides as (
      select debit_account as account, 0 as into, amount as out, before from moved
      union all select credit_account, amount, 0, before from moved
    )
    select a.currency, coalesce(a.code, a.kind) as name,
      coalesce(sum(s.into - s.out) filter (where s.before), 0)::bigint as opening,
      coalesce(sum(s.into) filter (where not s.before), 0)::bigint as into,
      coalesce(sum(s.out) filter (where not s.before), 0)::bigint as out
    from sides s join ledger_accounts a on a.id = s.account
    group by 1, 2 order by 1, 2`
}

export type CodeSums = { currency: string; code: string; count: number; amount: number }

/** Sums the movements of the period by their reason. */
export function listCodeSums(db: Reader, span: LedgerSpan) {
  return run.rows<CodeSums>(db)`
    select t.currency, t.code, count(*) as count, sum(t.amount)::bigint as amount
    from ledger_transfers t where ${within(span)} and not ${before(span)}
    group by 1, 2 order by 1, 2`
}

export type SpanEnds = {
  /** Last movement of the period; null if it has none. */
  lastId: string | null
  lastTx: number | null
  /** Number of movements of the period that are dated before it began. */
  late: number
  /** Pesos held at the end of the period. */
  held: number
}

export function findSpanEnds(db: Reader, span: LedgerSpan) {
  return run.row<SpanEnds>(db)`
    with last as (
      select t.id, t.tx from ledger_transfers t where ${within(span)} and not ${before(span)}
      order by t.tx desc, t.id desc limit 1
    )
    select (select id from last) as "lastId", (select tx from last) as "lastTx",
      (select count(*) from ledger_transfers t
        where ${within(span)} and not ${before(span)} and t.created_at < ${span.startsAt}) as late,
      (select coalesce(sum(h.amount), 0)::bigint from ledger_transfers h
        where h.kind = 'pending' and h.currency = 'COP' and h.tx < ${span.uptoTx}
          and h.created_at < ${span.endsAt}
          and not exists (select from ledger_transfers r where r.pending_id = h.id
            and r.tx < ${span.uptoTx} and r.created_at < ${span.endsAt})) as held`
}

/** Returns when the first movement was written; undefined if there is none. */
export function findFirstMovement(db: Reader) {
  return run.value<{ at: Date }>(db)`
    select created_at as at from ledger_transfers order by tx, id limit 1`
}
