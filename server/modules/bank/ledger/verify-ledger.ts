import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import {
  countUnchained,
  findVerifiedBatch,
  noTimeLimit,
  rememberBatch,
  type VerifiedRow,
  verifyPart,
  verifyRows,
} from './chain.queries.ts'
import { chainBatches } from './chain-batches.ts'
import { verifyChain } from './verify-chain.ts'

export type LedgerReport = {
  /** Rows that were read: all, or those written since the last verification. */
  scope: 'all' | 'new'
  /** `incomplete`: nothing is wrong, but some transfers are not in the chain yet. */
  result: 'ok' | 'mismatch' | 'incomplete'
  findings: string[]
  /** Number of all transfers, also those that an earlier verification has read. */
  transfers: number
  batches: number
}

/** Transfers per transaction, in about 20 s: a longer transaction would hold back vacuum. */
const PART_ROWS = 500_000
/** Interval after which all rows are read again, since older rows can have been changed. */
const ALL_MS = 24 * HOUR_MS
const CHAIN_DELAY_MS = HOUR_MS
/** Maximum wait for open transactions, which hold back the chain. */
const OPEN_TRANSACTIONS_MS = 3_000

/**
 * Verifies the ledger: transfers against balances, a sum of zero in each currency, holds that end
 * once and within their amount, and the SHA-256 chain. Reads all rows, in parts of `partRows` with
 * a transaction each, or with `new` the rows written since the last verification.
 */
export async function verifyLedger(
  deps: ReadDeps,
  options: { scope?: 'all' | 'new'; partRows?: number } = {},
): Promise<LedgerReport> {
  const now = deps.clock.now()
  const all = options.scope !== 'new'
  if (all) await verifyInParts(deps, options.partRows ?? PART_ROWS)
  const found = await inTransaction(deps.db, async (tx) => {
    await noTimeLimit(tx)
    return await verifyRows(tx, { all, now })
  })
  const known = await findVerifiedBatch(deps.db)
  const chain = await verifyChain(deps.db, all ? 0 : (known?.batch_no ?? 0))
  const findings = [...found, ...chain.findings]
  const { last } = chain
  if (last && chain.findings.length === 0) await rememberBatch(deps.db, last)
  const missing = await countUnchained(deps.db, addMs(now, -CHAIN_DELAY_MS))
  const wrong = findings.length > 0
  if (missing > 0) findings.push(`UNCHAINED ${missing} transfers are in no batch yet`)
  const batches = last?.no ?? known?.batch_no ?? 0
  const result = wrong ? 'mismatch' : missing > 0 ? 'incomplete' : 'ok'
  return { scope: all ? 'all' : 'new', result, findings, transfers: known?.transfers ?? 0, batches }
}

/** Verifies part by part from the start, until less than a part is left or a part is wrong. */
async function verifyInParts({ db }: Pick<Deps, 'db'>, rows: number): Promise<void> {
  let restart = true
  const next = () =>
    inTransaction(db, async (tx) => {
      await noTimeLimit(tx)
      return await verifyPart(tx, { restart, rows })
    })
  while (await next()) restart = false
}

/**
 * Verifies new rows, and once a day all rows. Chains first, since a backlog after an outage is not
 * an error. Rows that an open transaction keeps out of the chain for an hour are reported.
 */
export async function verifyLedgerInTurn(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
): Promise<LedgerReport> {
  const before = addMs(deps.clock.now(), -CHAIN_DELAY_MS)
  await chainBatches(deps, { before, waitMs: OPEN_TRANSACTIONS_MS })
  const known = await findVerifiedBatch(deps.db)
  return await verifyLedger(deps, { scope: isDue(known, deps.clock.now()) ? 'all' : 'new' })
}

function isDue(known: VerifiedRow | undefined, now: Date): boolean {
  const last = known?.checked_all_at
  return !last || last.getTime() + ALL_MS <= now.getTime()
}
