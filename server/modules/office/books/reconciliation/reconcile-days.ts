import type { Reconciliation } from '#contract/reconciliation.ts'
import {
  fetchBetween,
  GatewayError,
  type GatewayTransaction,
} from '#server/modules/bank/gateway/index.ts'
import { bogotaDate, daysAfter } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { differenceOf } from './compare.ts'
import { type Days, instantsOf, requireDays, settledBefore, widened } from './days.ts'
import {
  comparePayoutList,
  type Found,
  findDifferences,
  recordMatches,
} from './reconcile-payouts.ts'
import {
  findRecordedOf,
  hasRunByItself,
  insertRun,
  listCreditsBetween,
  listLastRuns,
} from './reconciliation.queries.ts'
import { recordDifferences } from './record-differences.ts'
import { alarmResidue } from './residue.ts'

/** Days that the daily job looks back: a void can come days after its payment. */
const DAYS_BACK = 7

/**
 * Compares payments and payouts of the gateway with our record, both ways, and opens a case for
 * each difference, once; a case that it explains closes. Moves no money. Errors:
 * `reconciliation_days`, `gateway_unavailable`.
 */
export async function reconcileDays(
  deps: Deps,
  { userId }: { userId: string | null },
  days: Days,
): Promise<Reconciliation> {
  requireDays(days)
  const startedAt = deps.clock.now()
  const listed = await fetchBetween(deps, widened(days))
  const span = { days, before: settledBefore(startedAt) }
  const payouts = await comparePayoutList(deps, span)
  const settled = listed.filter(({ createdAt }) => !createdAt || createdAt <= span.before)
  const found: Found[] = [
    ...(await compareListed(deps, settled)),
    ...(await findAbsent(deps, listed, span)),
  ]
  const subjects = [...settled.map(({ id }) => id), ...(payouts?.subjects ?? [])]
  const run = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (payouts) {
      const recorded = await recordMatches(tx, payouts, { statementId: null, now })
      const { young } = payouts
      const input = { paidBy: 'gateway', ...span, young } as const
      found.push(...(await findDifferences(tx, recorded, input)))
    }
    const opened = await recordDifferences(tx, { found, subjects, now })
    const row = {
      id: newId(),
      ...days,
      startedBy: userId,
      startedAt,
      endedAt: now,
      transactions: listed.length,
      payouts: payouts?.listed ?? null,
      opened,
    }
    await insertRun(tx, row)
    return row
  })
  if (run.opened > 0) {
    deps.metrics.count('reconciliation_differs')
    deps.log.error({ runId: run.id, opened: run.opened }, 'the gateway and our record differ')
  }
  return isoDates(run)
}

async function compareListed({ db }: Deps, listed: readonly GatewayTransaction[]) {
  const recorded = await findRecordedOf(db, {
    transactionIds: listed.map(({ id }) => id),
    references: listed.map(({ reference }) => reference),
  })
  return listed.flatMap((transaction) => {
    const { id: transactionId, reference, status, amountInCents, currency } = transaction
    const known = recorded.get(transactionId)
    if (!known || known.isKnownMismatch) return []
    const kind = differenceOf(transaction, known)
    const details = { status, amountInCents, currency }
    return kind ? [{ kind, reference, transactionId, details }] : []
  })
}

/** Finds top-ups that we credited but the gateway does not list. */
async function findAbsent(
  { db, config }: Deps,
  listed: readonly GatewayTransaction[],
  { days, before }: { days: Days; before: Date },
): Promise<Found[]> {
  const there = new Set(listed.map(({ id }) => id))
  return (
    (await listCreditsBetween(db, { ...instantsOf(days), before }))
      .filter(({ transactionId }) => !there.has(transactionId))
      // Opening balances of a demonstration were never paid: see server/demo/opening-balance.
      .filter(({ transactionId }) => !(config.demo && transactionId.startsWith('opening-')))
      .map(({ transactionId, reference, pesos }) => {
        return { kind: 'reconcile_absent' as const, reference, transactionId, details: { pesos } }
      })
  )
}

/**
 * Job: compares the last days once a day, and checks the accounts that should be empty. While the
 * gateway does not answer, the next run tries again.
 */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const untilDay = bogotaDate(deps.clock.now())
  await alarmResidue(deps)
  if (await hasRunByItself(deps.db, untilDay)) return
  const days = { fromDay: daysAfter(untilDay, -DAYS_BACK), untilDay }
  try {
    await reconcileDays(deps, { userId: null }, days)
  } catch (error) {
    const reason = error instanceof GatewayError ? error.reason : 'payouts'
    if (!(error instanceof AppError) || error.code !== 'gateway_unavailable') throw error
    deps.metrics.count('reconciliation_failed')
    deps.log.warn({ reason, untilDay }, 'reconciliation waits for the gateway')
  }
}

const RUNS_SHOWN = 30

export async function listRuns(deps: Pick<Deps, 'db'>): Promise<Reconciliation[]> {
  return (await listLastRuns(deps.db, RUNS_SHOWN)).map(isoDates)
}
