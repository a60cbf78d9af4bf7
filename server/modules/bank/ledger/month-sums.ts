import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { countUnchained, findChainHead, noTimeLimit } from './chain.queries.ts'
import {
  type ClassSums,
  type CodeSums,
  findSpanEnds,
  type LedgerSpan,
  listClassSums,
  listCodeSums,
  type SpanEnds,
} from './month-sums.queries.ts'

export type SpanSums = SpanEnds & { classes: ClassSums[]; codes: CodeSums[] }

/** Returns the sums of a period, in pesos and points. Reads every row, without a time limit. */
export async function sumSpan(tx: Tx, span: LedgerSpan): Promise<SpanSums> {
  await noTimeLimit(tx)
  const ends = await findSpanEnds(tx, span)
  assert(ends, 'one row')
  return { ...ends, classes: await listClassSums(tx, span), codes: await listCodeSums(tx, span) }
}

export type ChainHead = { no: number; hash: string; toTx: number }

/** Returns the newest batch of the chain; undefined while a row from before an instant has none. */
export async function headCovering(db: Reader, before: Date): Promise<ChainHead | undefined> {
  if ((await countUnchained(db, before)) > 0) return undefined
  const head = await findChainHead(db)
  return head?.to_tx ? { no: head.no, hash: head.hash, toTx: head.to_tx } : undefined
}
