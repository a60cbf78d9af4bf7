import { SignedMonth } from '#contract/month-closings.ts'
import { findBatchAt } from '#server/modules/bank/ledger/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sumsOfMonth } from './build-report.ts'
import { findClosing, listLastClosings } from './month-closings.queries.ts'
import { signedOf } from './show-months.ts'
import { isSigned } from './signature.ts'

/**
 * Lists the faults of a signed report; with a database, also against the stored report, the ledger
 * and the chain. `trusted`: ids of accepted keys; without it any key is accepted.
 */
export async function verifyMonth(
  deps: Pick<Deps, 'db'> | undefined,
  file: unknown,
  { trusted }: { trusted?: readonly string[] } = {},
): Promise<string[]> {
  const { data: signed } = SignedMonth.safeParse(file)
  if (!signed) return ['this is no report of a month']
  // The received text is verified: fields outside the contract were not signed either.
  const text = JSON.stringify((file as SignedMonth).report)
  if (!isSigned(text, signed)) return ['the signature does not fit the report']
  const { report, keyId } = signed
  const found: string[] = []
  if (trusted && !trusted.includes(keyId)) found.push(`signed by another key: ${keyId}`)
  if (!deps) return found
  const stored = await findClosing(deps.db, report.month)
  if (!stored) return [...found, 'that month is not closed in this database']
  if (stored.report !== text) found.push('another report is stored')
  const { uptoTx, previousTx, chain } = report.ledger
  const { month } = report
  const now = await inTransaction(deps.db, (tx) => sumsOfMonth(tx, { month, uptoTx, previousTx }))
  for (const part of ['totals', 'classes', 'codes'] as const) {
    if (JSON.stringify(now[part]) !== JSON.stringify(report[part])) {
      found.push(`the ledger has other ${part}`)
    }
  }
  const batch = await findBatchAt(deps.db, chain.batch)
  if (batch?.hash !== chain.hash) found.push(`the chain has another hash for batch ${chain.batch}`)
  return found
}

/** Verifies all stored reports, the oldest first. */
export async function verifyStoredMonths(
  deps: Pick<Deps, 'db'>,
): Promise<{ month: string; keyId: string; findings: string[] }[]> {
  const rows = (await listLastClosings(deps.db, 10_000)).reverse()
  const all: { month: string; keyId: string; findings: string[] }[] = []
  for (const row of rows) {
    const findings = await verifyMonth(deps, signedOf(row))
    all.push({ month: row.month, keyId: row.keyId, findings })
  }
  return all
}
