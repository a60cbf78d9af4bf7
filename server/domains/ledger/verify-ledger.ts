import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { batchHash, GENESIS } from './chain.ts'
import {
  batchedTransfers,
  batchHeads,
  brokenResolutions,
  countUnchained,
  currencySums,
  type MismatchRow,
  replayMismatches,
} from './ledger.queries.ts'

export type LedgerReport = {
  /** `incomplete`: nothing is wrong, but some transfers are not in the chain yet. */
  result: 'ok' | 'mismatch' | 'incomplete'
  findings: string[]
  transfers: number
  batches: number
}

const BATCHES_AT_ONCE = 20
const CHAIN_DELAY_MS = HOUR_MS

/**
 * Replays every transfer against the balances, checks that each currency adds up to zero, that
 * holds end once and within their amount, and that the SHA-256 chain holds. Reads only.
 */
export async function verifyLedger(deps: Pick<Deps, 'db' | 'clock'>): Promise<LedgerReport> {
  const findings = [
    ...(await replayMismatches(deps.db)).map(describeMismatch),
    ...(await brokenResolutions(deps.db)).map((id) => `HOLD_MISMATCH transfer ${id}`),
  ]
  const sums = await currencySums(deps.db)
  for (const sum of sums) {
    if (sum.drift !== 0) findings.push(`SUM_MISMATCH ${sum.currency} off by ${sum.drift}`)
  }
  const chain = await verifyChain(deps)
  findings.push(...chain.findings)
  const missing = await countUnchained(deps.db, addMs(deps.clock.now(), -CHAIN_DELAY_MS))
  const wrong = findings.length > 0
  if (missing > 0) findings.push(`UNCHAINED ${missing} transfers are in no batch yet`)
  return {
    result: wrong ? 'mismatch' : missing > 0 ? 'incomplete' : 'ok',
    findings,
    transfers: sums.reduce((total, sum) => total + sum.transfers, 0),
    batches: chain.batches,
  }
}

function describeMismatch(row: MismatchRow): string {
  const stored = [row.debits_posted, row.credits_posted, row.debits_pending, row.credits_pending]
  const replayed = [
    row.replayed_debits_posted,
    row.replayed_credits_posted,
    row.replayed_debits_pending,
    row.replayed_credits_pending,
  ]
  const sums = `stored ${stored.join('/')}, replay ${replayed.join('/')}`
  return `VOLUME_MISMATCH account ${row.id}: ${sums}`
}

async function verifyChain(
  deps: Pick<Deps, 'db'>,
): Promise<{ findings: string[]; batches: number }> {
  const heads = await batchHeads(deps.db)
  const findings: string[] = []
  let previous = GENESIS
  for (let start = 0; start < heads.length; start += BATCHES_AT_ONCE) {
    const slice = heads.slice(start, start + BATCHES_AT_ONCE)
    const from = slice[0]?.no ?? 0
    const rows = await batchedTransfers(deps.db, { from, to: slice.at(-1)?.no ?? from })
    const byBatch = Map.groupBy(rows, (row) => row.batch_no)
    for (const [index, head] of slice.entries()) {
      const transfers = byBatch.get(head.no) ?? []
      const gap = head.no !== start + index + 1 || head.previous_hash !== previous
      const hash = batchHash(previous, head.no, transfers)
      if (gap || hash !== head.hash) findings.push(`CHAIN_MISMATCH batch ${head.no}`)
      previous = head.hash
    }
  }
  return { findings, batches: heads.length }
}
