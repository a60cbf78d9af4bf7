import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { addBatch, chainHead, countUnchained, nextBatchEnd } from './chain.queries.ts'
import { digestBatch, GENESIS } from './chain-hash.ts'

/** Approximate number of transfers in a batch. */
const BATCH = 5_000
const POLL_MS = 20
const WAIT_MAX_MS = 10_000
/** Latest date that ECMAScript can represent. */
const LAST_DAY = new Date(8.64e15)

type ChainDeps = Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>

/**
 * Adds the rows written since the last batch to the chain as new batches, outside the money
 * transactions, up to the oldest transaction that is still running in any database of the server.
 * Waits up to `waitMs` milliseconds for running transactions: with `before`, while transfers from
 * before that time are not chained; with `everything`, while any transfer is not chained. Returns
 * how many transfers were chained.
 */
export async function chainBatches(
  deps: ChainDeps,
  options: { everything?: boolean; before?: Date; waitMs?: number } = {},
): Promise<number> {
  const before = options.everything ? LAST_DAY : options.before
  const until = performance.now() + (options.waitMs ?? WAIT_MAX_MS)
  let total = 0
  for (;;) {
    const chained = await chainOne(deps)
    total += chained ?? 0
    if (chained !== null) continue
    const missing = before ? await countUnchained(deps.db, before) : 0
    if (missing === 0 || performance.now() >= until) return total
    await sleep(POLL_MS)
  }
}

/**
 * Adds one batch. Returns its number of transfers; 0 when another process added it meanwhile, null
 * when nothing is left to chain.
 */
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
