import type { Reader } from '#server/platform/db/tx.ts'
import { type BatchRow, findBatchAt, listBatchesAfter } from './chain.queries.ts'
import { digestBatch, GENESIS } from './chain-hash.ts'

const BATCHES_AT_ONCE = 200

export type ChainReport = { findings: string[]; last: { no: number; hash: string } | null }

/** Recomputes the chain after a batch. Reports batches that were changed, removed or not linked. */
export async function verifyChain(db: Reader, afterNo: number): Promise<ChainReport> {
  const findings: string[] = []
  const start = afterNo === 0 ? undefined : await findBatchAt(db, afterNo)
  let previous = afterNo === 0 ? GENESIS : (start?.hash ?? '')
  let no = afterNo
  let toTx = start?.to_tx ?? 0
  for (;;) {
    const batches = await listBatchesAfter(db, { no, limit: BATCHES_AT_ONCE })
    for (const batch of batches) {
      const continues = batch.no === no + 1 && batch.previous_hash === previous
      const right = continues && batch.from_tx === toTx && (await isRight(db, batch))
      if (!right) findings.push(`CHAIN_MISMATCH batch ${batch.no}`)
      no = batch.no
      previous = batch.hash
      toTx = batch.to_tx
    }
    if (batches.length < BATCHES_AT_ONCE) break
  }
  return { findings, last: no > afterNo ? { no, hash: previous } : null }
}

async function isRight(db: Reader, batch: BatchRow): Promise<boolean> {
  const { no, previous_hash: previous, from_tx: fromTx, to_tx: toTx } = batch
  const found = await digestBatch(db, { no, previous, fromTx, toTx })
  return (
    found.hash === batch.hash &&
    found.transfers === batch.transfers &&
    found.accounts === batch.accounts &&
    found.refusals === batch.refusals
  )
}
