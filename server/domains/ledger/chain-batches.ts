import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { afterCommit, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { batchHash, GENESIS } from './chain.ts'
import { chainHead, insertBatch, unchainedTransfers } from './ledger.queries.ts'

const BATCH = 5_000
/**
 * A transaction lives seconds, but a boarding scanned offline is dated to its scan: eight days back
 * catches what was synced late.
 */
const LOOK_BACK_MS = 8 * DAY_MS

type ChainDeps = Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>

/**
 * Adds what is not yet chained as new batches, away from the money transactions. `everything` also
 * looks further back than that. Answers how many transfers were chained.
 */
export async function chainBatches(
  deps: ChainDeps,
  options: { everything?: boolean } = {},
): Promise<number> {
  let total = 0
  for (;;) {
    const chained = await chainOne(deps, options.everything ?? false)
    total += chained
    if (chained < BATCH) return total
  }
}

function chainOne(deps: ChainDeps, everything: boolean): Promise<number> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const head = await chainHead(tx)
    const since = everything || !head ? new Date(0) : addMs(head.created_at, -LOOK_BACK_MS)
    const rows = await unchainedTransfers(tx, { since, before: addMs(now, DAY_MS), limit: BATCH })
    if (rows.length === 0) return 0
    const no = (head?.no ?? 0) + 1
    const previousHash = head?.hash ?? GENESIS
    const hash = batchHash(previousHash, no, rows)
    const ids = rows.map((row) => row.id)
    const written = await insertBatch(tx, { no, previousHash, hash, ids, now })
    if (!written) return 0
    // Told outside of the database: whoever removes the newest batches cannot remove this.
    afterCommit(tx, () => deps.log?.info({ batch: no, hash, transfers: ids.length }, 'ledger head'))
    return rows.length
  })
}
