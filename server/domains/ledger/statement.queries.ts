import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

export type StatementRow = {
  /** Of the transfer, or of the hold, also after it ended. */
  id: string
  kind: 'transfer' | 'pending' | 'post' | 'void' | 'expire'
  outgoing: boolean
  /** What moved; of a hold, what it took when it ended. */
  amount: number
  /** What was held; of a transfer, what moved. */
  held_amount: number
  code: string
  cause_kind: string
  cause_id: string
  happened_at: Date
}

export type StatementInput = {
  account: string
  limit: number
  offset: number
  /** Only what this snapshot had seen. */
  asOf: string | null
}

/**
 * The movements of an account, newest first. A hold is one line: dated when it was made, and once
 * it has ended, when it ended.
 */
export async function statementRows(db: Reader, input: StatementInput): Promise<StatementRow[]> {
  const { account, limit, offset, asOf } = input
  const side = (column: RawBuilder<unknown>) => sql`
    select t.id, t.happened_at, coalesce(t.pending_id, t.id) as line from ledger_transfers t
    where ${column} = ${account}
      and (${asOf}::pg_snapshot is null or ledger_seen(t.tx, ${asOf}::pg_snapshot))
      and (t.kind <> 'pending' or not exists (
        select from ledger_transfers r where r.pending_id = t.id
          and (${asOf}::pg_snapshot is null or ledger_seen(r.tx, ${asOf}::pg_snapshot))))
    order by t.happened_at desc, line desc limit ${limit + offset}`
  const { rows } = await sql<StatementRow>`
    with lines as (
      (${side(sql`t.debit_account`)}) union all (${side(sql`t.credit_account`)})
      order by happened_at desc, line desc limit ${limit} offset ${offset}
    )
    select lines.line as id, t.kind, t.debit_account = ${account} as outgoing, t.amount,
      coalesce(h.amount, t.amount) as held_amount, coalesce(h.code, t.code) as code,
      coalesce(h.cause_kind, t.cause_kind) as cause_kind,
      coalesce(h.cause_id, t.cause_id) as cause_id, t.happened_at
    from lines
    join ledger_transfers t on t.id = lines.id
    left join ledger_transfers h on h.id = t.pending_id
    order by t.happened_at desc, lines.line desc`.execute(db)
  return rows
}

export async function countStatement(
  db: Reader,
  input: { account: string; asOf: string | null },
): Promise<number> {
  const { account, asOf } = input
  const { rows } = await sql<{ lines: number }>`
    select
      (select count(*) from ledger_transfers t
        where debit_account = ${account} and pending_id is null
          and (${asOf}::pg_snapshot is null or ledger_seen(t.tx, ${asOf}::pg_snapshot)))
      + (select count(*) from ledger_transfers t
        where credit_account = ${account} and pending_id is null
          and (${asOf}::pg_snapshot is null or ledger_seen(t.tx, ${asOf}::pg_snapshot))) as lines
    `.execute(db)
  return rows[0]?.lines ?? 0
}

/** What is committed now, as text for a later read. */
export async function currentSnapshot(db: Reader): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? ''
}
