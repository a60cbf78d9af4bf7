import type { Reader } from '#server/platform/db/tx.ts'
import type { Part } from '#server/platform/paging.ts'
import type { TransferCode } from './chart.ts'
import { countStatement, listStatementRows, type StatementRow } from './ledger.queries.ts'

export type StatementLine = {
  id: string
  /** Time of the movement; for a hold that has ended, the time of its end. */
  at: Date
  code: TransferCode
  /**
   * Signed, positive for incoming. Of a hold: the held amount, after its end the posted one. Of a
   * received fare: less the commission.
   */
  pesos: number
  /** Commission that was taken from a received fare. */
  commission: number
  /** Amount that was held, unsigned. */
  heldPesos: number
  status: 'completed' | 'pending' | 'released'
  cause: { kind: string; id: string }
}

/**
 * Lists the movements of an account, newest first; a hold is one line before and after its end.
 * Pages with the same `asOf` (see `findStatementMark`) repeat and skip no line.
 */
export async function statement(
  db: Reader,
  input: { account: string; asOf?: string | undefined } & Part,
): Promise<StatementLine[]> {
  const rows = await listStatementRows(db, { ...input, asOf: input.asOf ?? null })
  return rows.map(lineOf)
}

/** Counts the lines of the statement, as of the same mark. */
export function statementLength(db: Reader, account: string, asOf?: string): Promise<number> {
  return countStatement(db, { account, asOf: asOf ?? null })
}

/** Maximum number of open transactions in a snapshot mark; larger than the pool. */
const RUNNING_MAX = 1_000

/** Tells whether a text has the form of a mark of `findStatementMark`. */
export function isStatementMark(text: string): boolean {
  const parts = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/.exec(text)
  if (!parts) return false
  const [oldest, next] = [BigInt(parts[1] ?? ''), BigInt(parts[2] ?? '')]
  const running = parts[3] === undefined ? [] : parts[3].split(',').map(BigInt)
  const rising = running.every((id, at) => id > (running[at - 1] ?? -1n))
  const between = running.every((id) => oldest <= id && id < next)
  return 0n < oldest && oldest <= next && rising && between && running.length <= RUNNING_MAX
}

function lineOf(row: StatementRow): StatementLine {
  const status = statusOf(row)
  const amount = status === 'completed' ? row.amount : row.held_amount
  return {
    id: row.id,
    at: row.happened_at,
    code: row.code as TransferCode,
    pesos: row.outgoing ? -amount : amount - row.commission,
    commission: row.commission,
    heldPesos: row.held_amount,
    status,
    cause: { kind: row.cause_kind, id: row.cause_id },
  }
}

function statusOf(row: StatementRow): StatementLine['status'] {
  if (row.kind === 'transfer' || row.kind === 'post') return 'completed'
  return row.kind === 'pending' ? 'pending' : 'released'
}
