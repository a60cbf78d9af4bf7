import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { addBatch, chainHead, countUnchained, nextBatchEnd } from './chain.queries.ts'
import { digestBatch, GENESIS } from './chain-hash.ts'

/** Transfers in one batch, about. */
const BATCH = 5_000
const WAIT_MS = 20
const WAITS_MAX = 500

type ChainDeps = Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>

/**
 * Adds what was written since the last batch as new batches, outside the money transactions, up to
 * the oldest transaction that is still running. `everything` waits for those (10 s at most).
 * Answers how many transfers were chained.
 */
export async function chainBatches(
  deps: ChainDeps,
  options: { everything?: boolean } = {},
): Promise<number> {
  let total = 0
  for (let waits = 0; ; ) {
    const chained = await chainOne(deps)
    total += chained ?? 0
    if (chained !== null) continue
    const missing = options.everything ? await countUnchained(deps.db, new Date(8.64e15)) : 0
    if (missing === 0 || waits >= WAITS_MAX) return total
    waits += 1
    await sleep(WAIT_MS)
  }
}

/** Adds one batch; 0 when another process added it meanwhile, null when there was none to add. */
function chainOne(deps: ChainDeps): Promise<number | null> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const head = await chainHead(tx)
    const fromTx = head?.to_tx ?? 0
    const toTx = await nextBatchEnd(tx, { fromTx, limit: BATCH })
    if (toTx === null) return null
    const range = { no: (head?.no ?? 0) + 1, previous: head?.hash ?? GENESIS, fromTx, toTx }
    const digest = await digestBatch(tx, range)
    if (!(await addBatch(tx, { ...range, ...digest, now }))) return 0
    const said = { batch: range.no, hash: digest.hash, transfers: digest.transfers }
    // Logged outside the database, where an attacker with database access cannot remove it.
    afterCommit(tx, () => deps.log?.info(said, 'ledger head'))
    return digest.transfers
  })
}
