import { createHash } from 'node:crypto'
import type { Reader } from '#server/platform/db/tx.ts'
import {
  type BatchDigest,
  type BatchRange,
  type ChainLine,
  lineSources,
  listLines,
} from './chain.queries.ts'

/** Previous hash of the first batch. */
export const GENESIS = '0'.repeat(64)

const PAGE = 1_000

/** Reads the rows that the transactions of a batch wrote to one source, page by page. */
async function* pagesOf(
  db: Reader,
  source: (typeof lineSources)[number],
  range: BatchRange,
): AsyncGenerator<string[]> {
  for (let after: ChainLine | undefined; ; ) {
    const page: ChainLine[] = await listLines(db, source, range, { after, limit: PAGE })
    yield page.map((row) => row.line)
    if (page.length < PAGE) return
    after = page.at(-1)
  }
}

/** Hashes with SHA-256: previous hash, range, and lines of accounts, refusals and transfers. */
export async function digestBatch(db: Reader, batch: BatchRange): Promise<BatchDigest> {
  const { no, previous, fromTx, toTx } = batch
  const hash = createHash('sha256')
  // The number is the version of this layout.
  hash.update(`2\n${previous}\n${no}\n${fromTx}\n${toTx}\n`)
  const counts: number[] = []
  for (const source of lineSources) {
    let count = 0
    for await (const lines of pagesOf(db, source, batch)) {
      for (const line of lines) hash.update(line).update('\n')
      count += lines.length
    }
    counts.push(count)
  }
  const [accounts = 0, refusals = 0, transfers = 0] = counts
  return { hash: hash.digest('hex'), accounts, refusals, transfers }
}
