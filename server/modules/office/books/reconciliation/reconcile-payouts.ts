import { PayoutError, payoutPort } from '#server/modules/bank/payouts/index.ts'
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

/** Difference for a person to decide, in the shape of `openCase`. */
export type Found = {
  kind: `reconcile_${string}`
  reference: string | null
  transactionId: string
  details: Record<string, unknown>
}

/** Differences of the settled lines, and references of younger lines, which are not judged. */
export type ComparedList = Compared & { listed: number; young: ReadonlySet<string | null> }

/**
 * Compares the provider's list of payouts with our withdrawals; null without a configured provider.
 * Judges what is older than `before`. Changes nothing. Errors: `gateway_unavailable`.
 */
export async function comparePayoutList(
  deps: Deps,
  { days, before }: { days: Days; before: Date },
): Promise<ComparedList | null> {
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
  const isSettled = ({ at }: { at: Date | null }) => at === null || at <= before
  const lines = listed
    .filter(isSettled)
    .map(({ transactionId: key, reference, amountInCents: cents, status }): PayoutLine => {
      const wasPaid = recorded.get(reference ?? '')?.approved.includes(key) ?? false
      const cameBack = status === 'failed' && wasPaid
      // A line without an amount matches nothing, so that a person looks at it.
      const amountInCents = cents ?? 0
      return { key, reference, amountInCents, status: cameBack ? 'returned' : status }
    })
  const young = listed.filter((line) => !isSettled(line)).map(({ reference }) => reference)
  return {
    ...comparePayouts(lines, recorded, 'gateway'),
    listed: listed.length,
    young: new Set(young),
  }
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
  return { ...compared, matches, differences: [...compared.differences, ...duplicates] }
}

/**
 * Lists the differences, and withdrawals without proof that were paid before `before`: the limit of
 * the lines, so that a withdrawal is not called absent because its line was too young.
 */
export async function findDifferences(
  tx: Tx,
  compared: Compared,
  input: { paidBy: PaidBy; days: Days; before: Date; young?: ReadonlySet<string | null> },
): Promise<Found[]> {
  const { paidBy, days, before, young } = input
  const span = instantsOf(days)
  const absent = await listUnmatchedPayouts(tx, { paidBy, ...span, endedBefore: before })
  const differing = new Set(compared.differences.map(({ line }) => line.reference))
  return [
    ...compared.differences.map(({ kind, line }) => foundOf(kind, line)),
    ...absent
      .filter(({ reference }) => !differing.has(reference) && !young?.has(reference))
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
