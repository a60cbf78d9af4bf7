import type { Reader } from '#server/platform/db/tx.ts'
import type { TransferCode } from './chart.ts'
import {
  countStatement,
  currentSnapshot,
  type StatementRow,
  statementRows,
} from './ledger.queries.ts'

export type StatementLine = {
  id: string
  /** When it happened; a hold that has ended is dated when it ended. */
  at: Date
  code: TransferCode
  /** Signed for the owner: positive came in. What was held while pending, what was taken after. */
  pesos: number
  /** What had been held, unsigned. */
  heldPesos: number
  status: 'completed' | 'pending' | 'released'
  cause: { kind: string; id: string }
}

/**
 * Movements of an account, newest first; a hold is one line until and after it ends. Pages read
 * with one `asOf` (see `statementMark`) repeat and skip nothing, whatever moves in between.
 */
export async function statement(
  db: Reader,
  input: { account: string; limit: number; offset: number; asOf?: string | undefined },
): Promise<StatementLine[]> {
  const rows = await statementRows(db, { ...input, asOf: input.asOf ?? null })
  return rows.map(lineOf)
}

/** How many lines the statement has, as of the same mark. */
export function statementLength(db: Reader, account: string, asOf?: string): Promise<number> {
  return countStatement(db, { account, asOf: asOf ?? null })
}

/** A snapshot mark: what is committed now, and nothing later. */
export function statementMark(db: Reader): Promise<string> {
  return currentSnapshot(db)
}

/** Running transactions named in one mark, at most: more connections than that do not exist. */
const RUNNING_MAX = 1_000

/** Whether a text is a mark that `statementMark` may have made. */
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
    pesos: row.outgoing ? -amount : amount,
    heldPesos: row.held_amount,
    status,
    cause: { kind: row.cause_kind, id: row.cause_id },
  }
}

function statusOf(row: StatementRow): StatementLine['status'] {
  if (row.kind === 'transfer' || row.kind === 'post') return 'completed'
  return row.kind === 'pending' ? 'pending' : 'released'
}
