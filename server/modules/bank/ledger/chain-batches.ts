import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { addBatch, countUnchained, findChainHead, findNextBatchEnd } from './chain.queries.ts'
import { digestBatch, GENESIS } from './chain-hash.ts'

/** Approximate number of transfers in a batch. */
const BATCH = 5_000
const POLL_MS = 20
const WAIT_MAX_MS = 10_000
/** Latest date that ECMAScript can represent. */
const LAST_DAY = new Date(8.64e15)

type ChainDeps = ReadDeps & Partial<Pick<Deps, 'log'>>

/**
 * Chains the rows written since the last batch, up to the oldest transaction that is still running
 * in any database of the server. Waits up to `waitMs` for running transactions: with `before`,
 * until transfers from before that time are chained; with `everything`, until all are. Returns how
 * many transfers were chained.
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

/** Adds a batch. Returns its transfers; 0 when another process added it, null when none is left. */
function chainOne(deps: ChainDeps): Promise<number | null> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const head = await findChainHead(tx)
    const fromTx = head?.to_tx ?? 0
    const toTx = await findNextBatchEnd(tx, { fromTx, limit: BATCH })
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
