import { sql } from 'kysely'
import type { MonthReport } from '#contract/month-closings.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { Signed } from './signature.ts'

export type ClosingRow = Signed & {
  /** Month as YYYY-MM. */
  month: string
  closedAt: Date
  closedBy: string
  uptoTx: number
}

const columns = sql`
  to_char(month, 'YYYY-MM') as month, closed_at as "closedAt", closed_by as "closedBy",
  upto_tx as "uptoTx", report, signature, key_id as "keyId", public_key as "publicKey"`

/** Lists closed months, the newest first. */
export function listLastClosings(db: Reader, limit: number) {
  return run.rows<ClosingRow>(db)`
    select ${columns} from month_closings order by month_closings.month desc limit ${limit}
    `
}

export async function findClosing(db: Reader, month: string): Promise<ClosingRow | undefined> {
  return run.row<ClosingRow>(db)`
    select ${columns} from month_closings
    where month_closings.month = ${`${month}-01`}::date`
}

/** Inserts a closed month; answers false when another person closed it first. */
export function insertClosing(tx: Tx, row: ClosingRow) {
  return run.changedOne(tx)`
    insert into month_closings (month, closed_at, closed_by, upto_tx, report, signature, key_id,
      public_key)
    values (${`${row.month}-01`}::date, ${row.closedAt}, ${row.closedBy}, ${row.uptoTx},
      ${row.report}, ${row.signature}, ${row.keyId}, ${row.publicKey})
    on conflict (month) do nothing`
}

/** Lists the cases that were opened in a span, in order. */
export function listCasesBetween(db: Reader, span: { from: Date; until: Date }) {
  return run.rows<RowOf<MonthReport['differences'][number], 'openedAt' | 'closedAt'>>(db)`
    select id, kind, reference, opened_at as "openedAt", closed_at as "closedAt",
      proposed_by as "proposedBy", resolved_by as "decidedBy", note
    from payment_cases where opened_at >= ${span.from} and opened_at < ${span.until}
    order by opened_at, id`
}

/** Counts open cases that the team must decide, without the kinds in `waiting`. */
export function countOpenCases(db: Reader, input: { until: Date; waiting: readonly string[] }) {
  return run.value<{ open: number }>(db, 0)`
    select count(*) as open from payment_cases
    where closed_at is null and opened_at < ${input.until}
      and kind <> all (${[...input.waiting]}::text[])`
}

/** Counts the days of a month that no comparison has covered after they ended and settled (2 h). */
export async function countUncompared(db: Reader, month: string): Promise<number> {
  return run.value<{ days: number }>(db, 0)`
    select count(*) as days
    from generate_series(${`${month}-01`}::date,
      ${`${month}-01`}::date + interval '1 month' - interval '1 day', interval '1 day') as d (day)
    where not exists (
      select from reconciliations r
      where r.from_day <= d.day and r.until_day >= d.day
        and r.started_at >= (d.day + interval '26 hours') at time zone 'America/Bogota')`
}
