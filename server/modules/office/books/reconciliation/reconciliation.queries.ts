import { sql } from 'kysely'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { Recorded } from './compare.ts'

export type RecordRow = Recorded & {
  transactionId: string
  /** Whether a case already says that this transaction fits no payment. */
  isKnownMismatch: boolean
}

/** Finds our records of these gateway transactions, keyed by transaction. */
export function findRecordedOf(
  db: Reader,
  asked: { transactionIds: readonly string[]; references: readonly string[] },
) {
  return run.by<RecordRow>(db, 'transactionId')`
    select w.transaction_id as "transactionId", p.amount_pesos as pesos, a.status,
      exists (
        select from ledger_transfers t
        where t.id in (a.credit_transfer, derived_id('payment.suspense', w.transaction_id))
      ) as "isBooked",
      exists (
        select from payment_attempts o
        where o.payment_id = p.id and o.transaction_id <> w.transaction_id
          and o.credit_transfer is not null
      ) as "otherCredited",
      exists (
        select from payment_cases c
        where c.transaction_id = w.transaction_id and starts_with(c.kind, 'mismatch')
      ) as "isKnownMismatch"
    from unnest(${[...asked.transactionIds]}::text[], ${[...asked.references]}::text[])
      as w (transaction_id, reference)
    left join payments p on p.reference = w.reference
    left join payment_attempts a on a.transaction_id = w.transaction_id and a.payment_id = p.id`
}

/** Lists credited transactions that the gateway dated in this span, and before an instant. */
export function listCreditsBetween(db: Reader, span: { from: Date; until: Date; before: Date }) {
  return run.rows<{ transactionId: string; reference: string; pesos: number }>(db)`
    select a.transaction_id as "transactionId", p.reference, p.amount_pesos as pesos
    from payment_attempts a join payments p on p.id = a.payment_id
    where a.status = 'APPROVED' and a.credit_transfer is not null
      and a.created_at >= ${span.from} and a.created_at < ${span.until}
      and a.created_at <= ${span.before}
    order by a.transaction_id`
}

/** Sums the pesos that came to an account before an instant and have not left it. */
export function sumResidue(db: Reader, { accountId, before }: { accountId: string; before: Date }) {
  return run.value<{ pesos: number }>(db, 0)`
    select coalesce(sum(case when credit_account = ${accountId} then
        case when created_at < ${before} then amount else 0 end else -amount end), 0)::bigint
      as pesos
    from ledger_transfers
    where (credit_account = ${accountId} or debit_account = ${accountId})
      and kind = 'transfer'`
}

type RunRow = RowOf<Reconciliation, 'endedAt'>

/** `startedBy` is null for the daily job. */
type NewRun = RunRow & { startedBy: string | null; startedAt: Date }

export async function insertRun(tx: Tx, run: NewRun) {
  await sql`
    insert into reconciliations (id, from_day, until_day, started_by, started_at, ended_at,
      transactions, payouts, opened)
    values (${run.id}, ${run.fromDay}, ${run.untilDay}, ${run.startedBy}, ${run.startedAt},
      ${run.endedAt}, ${run.transactions}, ${run.payouts}, ${run.opened})`.execute(tx)
}

/** Lists comparisons, the newest first. */
export function listLastRuns(db: Reader, limit: number) {
  return run.rows<RunRow>(db)`
    select id, from_day as "fromDay", until_day as "untilDay", ended_at as "endedAt",
      transactions, payouts, opened
    from reconciliations order by ended_at desc, id desc limit ${limit}`
}

/** Whether the daily job has compared the days until this one. */
export function hasRunByItself(db: Reader, untilDay: string) {
  return run.value<{ found: boolean }>(db, false)`
    select exists (
      select from reconciliations where started_by is null and until_day = ${untilDay}) as found
    `
}
