import { PayoutError, payoutPort } from '#server/domains/bank/payouts/payouts.public.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Compared, comparePayouts, type PaidBy, type PayoutLine } from './compare-payouts.ts'
import { type Days, instantsOf, widened } from './days.ts'
import {
  findRecordedPayouts,
  insertMatches,
  listUnmatchedPayouts,
} from './payout-records.queries.ts'

/**
 * Payouts younger than this are skipped: their event and the lookup of the job can still arrive.
 */
const SETTLES_MS = 2 * HOUR_MS

/** Difference for a person to decide, in the shape of `openCase`. */
export type Found = {
  kind: `reconcile_${string}`
  reference: string | null
  transactionId: string
  details: Record<string, unknown>
}

/**
 * Compares the provider's list of payouts with our withdrawals; null without a configured provider.
 * Changes nothing. Errors: `gateway_unavailable`.
 */
export async function comparePayoutList(
  deps: Deps,
  days: Days,
): Promise<(Compared & { listed: number }) | null> {
  const port = payoutPort(deps)
  if (!port) return null
  const listed = await port.list(widened(days)).catch((error: unknown) => {
    throw error instanceof PayoutError ? new AppError('gateway_unavailable') : error
  })
  // Read after the list, so that a withdrawal paid in between is known.
  const recorded = await findRecordedPayouts(
    deps.db,
    listed.flatMap(({ reference }) => (reference === null ? [] : [reference])),
  )
  const settled = addMs(deps.clock.now(), -SETTLES_MS)
  const lines = listed
    .filter(({ at }) => at === null || at <= settled)
    .map(({ transactionId: key, reference, amountInCents: cents, status }): PayoutLine => {
      const wasPaid = recorded.get(reference ?? '')?.approved.includes(key) ?? false
      const cameBack = status === 'failed' && wasPaid
      // A line without an amount matches nothing, so that a person looks at it.
      const amountInCents = cents ?? 0
      return { key, reference, amountInCents, status: cameBack ? 'returned' : status }
    })
  return { ...comparePayouts(lines, recorded, 'gateway'), listed: listed.length }
}

/**
 * Records the matches. A withdrawal that another comparison has matched meanwhile with another line
 * was paid twice: its line becomes a difference.
 */
export async function recordMatches(
  tx: Tx,
  compared: Compared,
  { statementId, now }: { statementId: string | null; now: Date },
): Promise<Compared> {
  const lines = compared.matches.map(({ withdrawalId, line }) => ({ withdrawalId, line: line.key }))
  const counting = await insertMatches(tx, lines, { statementId, now })
  const matches = compared.matches.filter(({ line }) => counting.has(line.key))
  const duplicates = compared.matches
    .filter(({ line }) => !counting.has(line.key))
    .map(({ line }) => ({ kind: 'reconcile_payout_duplicate', line }) as const)
  return { matches, differences: [...compared.differences, ...duplicates] }
}

/** Lists the differences, and paid withdrawals without proof. */
export async function findDifferences(
  tx: Tx,
  compared: Compared,
  { paidBy, days, startedAt }: { paidBy: PaidBy; days: Days; startedAt: Date },
): Promise<Found[]> {
  const span = instantsOf(days)
  const absent = await listUnmatchedPayouts(tx, { paidBy, ...span, endedBefore: startedAt })
  const differing = new Set(compared.differences.map(({ line }) => line.reference))
  return [
    ...compared.differences.map(({ kind, line }) => foundOf(kind, line)),
    ...absent
      .filter(({ reference }) => !differing.has(reference))
      .map(({ withdrawalId, reference, pesos }): Found => {
        const kind = 'reconcile_payout_absent'
        return { kind, reference, transactionId: withdrawalId, details: { pesos } }
      }),
  ]
}

function foundOf(kind: Found['kind'], line: PayoutLine & { day?: string; text?: string }): Found {
  const { key: transactionId, reference, status, amountInCents, day, text } = line
  const said = day && text ? { line: `${day} ${text}` } : {}
  const details = { status: status.toUpperCase(), amountInCents, currency: 'COP', ...said }
  return { kind, reference, transactionId, details }
}
