import { sql } from 'kysely'
import type { BankStatement } from '#contract/reconciliation.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { KnownPayout, PaidBy } from './compare-payouts.ts'

export type RecordedPayout = KnownPayout & {
  reference: string
  /** Approved transactions of the provider for which we booked the money. */
  approved: string[]
  /** Person who first entered the result of a payment by hand. */
  resultBy: string | null
}

/** Finds our records of the withdrawals with these references, keyed by reference. */
export async function findRecordedPayouts(
  db: Reader,
  references: readonly string[],
): Promise<Map<string, RecordedPayout>> {
  const rows = await run.rows<Omit<RecordedPayout, 'channel'> & { channel: string | null }>(db)`
    select w.reference, w.id as "withdrawalId", w.status, w.channel, w.amount_pesos as pesos,
      m.line as matched, w.return_confirmed_by is not null as "isReturned",
      w.result_by as "resultBy",
      array(select t.transaction_id from payout_transactions t
        where t.withdrawal_id = w.id and t.status = 'approved') as approved
    from withdrawals w left join payout_matches m on m.withdrawal_id = w.id
    where w.reference = any(${[...references]}::text[])`
  return new Map(rows.map((row) => [row.reference, row as RecordedPayout]))
}

/**
 * Records that each line has paid its withdrawal, unless another line has, and that this source
 * shows it: a statement, or with null the list of the provider. Returns the lines that count.
 */
export async function insertMatches(
  tx: Tx,
  matches: readonly { withdrawalId: string; line: string }[],
  { statementId, now }: { statementId: string | null; now: Date },
) {
  const pairs = sql`select distinct * from unnest(
    ${matches.map(({ withdrawalId }) => withdrawalId)}::uuid[],
    ${matches.map(({ line }) => line)}::text[]) as asked (withdrawal_id, line)`
  // In one order, so that two comparisons do not wait for each other.
  await sql`
    insert into payout_matches (withdrawal_id, line, matched_at)
    select withdrawal_id, line, ${now} from (${pairs}) as asked order by withdrawal_id, line
    on conflict do nothing`.execute(tx)
  // A statement of its own, which sees what the insert has waited for.
  const found = await run.values<{ line: string }>(tx)`
    with counting as (
      select m.withdrawal_id, m.line from payout_matches m join (${pairs}) as asked
        on asked.withdrawal_id = m.withdrawal_id and asked.line = m.line),
    proved as (
      insert into payout_proofs (withdrawal_id, statement_id)
      select withdrawal_id, ${statementId}::uuid from counting order by withdrawal_id
      on conflict do nothing)
    select line from counting`
  return new Set(found)
}

/**
 * SQL subquery: a line in the list of the provider, or in a statement that was uploaded by another
 * person than the one who entered the result.
 */
const proof = sql`
  select from payout_proofs p left join bank_statements s on s.id = p.statement_id
  where p.withdrawal_id = w.id
    and (p.statement_id is null or s.uploaded_by is distinct from w.result_by)`

export type UnmatchedPayout = { withdrawalId: string; reference: string; pesos: number }

/**
 * Lists withdrawals that are paid in our record but proved by no line: handed to the gateway, or
 * paid by hand, in this span, and ended before `endedBefore`.
 */
export function listUnmatchedPayouts(
  db: Reader,
  input: { paidBy: PaidBy; from: Date; until: Date; endedBefore: Date },
) {
  return run.rows<UnmatchedPayout>(db)`
    select w.id as "withdrawalId", w.reference, w.amount_pesos as pesos from withdrawals w
    where w.status = 'paid' and w.channel = ${input.paidBy}
      and case w.channel when 'gateway' then w.sent_at else w.result_at end >= ${input.from}
      and case w.channel when 'gateway' then w.sent_at else w.result_at end < ${input.until}
      and w.closed_at < ${input.endedBefore}
      and not exists (${proof})
    order by w.id`
}

/** Pesos of withdrawals handed over before an instant and not ended, or paid without proof. */
export function sumPayoutResidue(db: Reader, before: Date) {
  return run.value<{ pesos: number }>(db, 0)`
    select coalesce(sum(w.amount_pesos), 0)::bigint as pesos from withdrawals w
    where w.status in ('sending', 'sent') and w.sent_at < ${before}
      or w.status = 'paid' and w.closed_at < ${before} and not exists (${proof})`
}

export type StatementRow = RowOf<BankStatement, 'uploadedAt'>

export async function insertStatement(tx: Tx, row: StatementRow & { digest: Buffer }) {
  await sql`
    insert into bank_statements (id, from_day, until_day, uploaded_by, uploaded_at, file_digest,
      lines, skipped, matched, opened)
    values (${row.id}, ${row.fromDay}, ${row.untilDay}, ${row.uploadedBy}, ${row.uploadedAt},
      ${row.digest}, ${row.lines}, ${row.skipped}, ${row.matched}, ${row.opened})`.execute(tx)
}

/** Lists statements, the newest first. */
export function listLastStatements(db: Reader, limit: number) {
  return run.rows<StatementRow>(db)`
    select id, from_day as "fromDay", until_day as "untilDay", uploaded_by as "uploadedBy",
      uploaded_at as "uploadedAt", lines, skipped, matched, opened
    from bank_statements order by uploaded_at desc, id desc limit ${limit}`
}
