import type { Reader } from '#server/platform/db/tx.ts'
import type { TransferCode } from './chart.ts'
import { countStatement, type StatementRow, statementRows } from './ledger.queries.ts'

export type StatementLine = {
  id: string
  at: Date
  code: TransferCode
  /** Signed for the owner: positive came in. What was held while pending, what was taken after. */
  pesos: number
  /** What had been held, unsigned. */
  heldPesos: number
  status: 'completed' | 'pending' | 'released'
  cause: { kind: string; id: string }
}

/** Movements of an account, newest first; a hold is one line until and after it ends. */
export async function statement(
  db: Reader,
  input: { account: string; limit: number; offset: number },
): Promise<StatementLine[]> {
  const rows = await statementRows(db, input)
  return rows.map(lineOf)
}

export function statementLength(db: Reader, account: string): Promise<number> {
  return countStatement(db, account)
}

function lineOf(row: StatementRow): StatementLine {
  const status = statusOf(row)
  const amount = status === 'completed' ? (row.resolved_amount ?? row.amount) : row.amount
  return {
    id: row.id,
    at: row.created_at,
    code: row.code as TransferCode,
    pesos: row.outgoing ? -amount : amount,
    heldPesos: row.amount,
    status,
    cause: { kind: row.cause_kind, id: row.cause_id },
  }
}

function statusOf(row: StatementRow): StatementLine['status'] {
  if (row.kind === 'transfer' || row.resolution === 'post') return 'completed'
  return row.resolution === null ? 'pending' : 'released'
}
