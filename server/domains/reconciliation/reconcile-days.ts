import type { Reconciliation } from '#contract/reconciliation.ts'
import {
  fetchBetween,
  GatewayError,
  type GatewayTransaction,
} from '#server/domains/gateway/gateway.public.ts'
import { suspensePayments } from '#server/domains/ledger/ledger.public.ts'
import { openCase } from '#server/domains/payments/payments.public.ts'
import { findPeople } from '#server/domains/users/users.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Difference, differenceOf } from './compare.ts'
import {
  creditsBetween,
  insertRun,
  lastRuns,
  type RunRow,
  ranByItself,
  recordedOf,
  residueOf,
} from './reconciliation.queries.ts'

/** Our own limit: a month and some days, so that one run asks a bounded number of pages. */
const DAYS_MAX = 40
/** The daily job looks back so far: a void comes days after its payment. */
const DAYS_BACK = 7
/** An event may still be on its way. */
const SETTLES_MS = HOUR_MS

type Days = { fromDay: string; untilDay: string }

const daysAfter = (day: string, days: number) =>
  bogotaDate(addMs(startOfBogotaDate(day), days * DAY_MS))

/**
 * Compares the gateway with our record, both ways, and opens a case for each difference. Moves no
 * money. A repeat opens no case twice. Errors: `reconciliation_days`, `gateway_unavailable`.
 */
export async function reconcileDays(
  deps: Deps,
  { userId }: { userId: string | null },
  { fromDay, untilDay }: Days,
): Promise<Reconciliation> {
  const isBounded = fromDay <= untilDay && untilDay <= daysAfter(fromDay, DAYS_MAX)
  if (!isBounded) throw new AppError('reconciliation_days')
  const startedAt = deps.clock.now()
  // A day more at both ends: which time zone its dates have is documented nowhere.
  const listed = await fetchBetween(deps, {
    fromDay: daysAfter(fromDay, -1),
    untilDay: daysAfter(untilDay, 1),
  })
  const found = [
    ...(await compareListed(deps, listed)),
    ...(await findAbsent(deps, listed, { fromDay, untilDay })),
  ]
  const run = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    let opened = 0
    for (const each of found) if (await openCase(tx, { ...each, now })) opened += 1
    const row: RunRow = {
      id: newId(),
      fromDay,
      untilDay,
      startedBy: userId,
      startedAt,
      endedAt: now,
      transactions: listed.length,
      opened,
    }
    await insertRun(tx, row)
    return row
  })
  if (run.opened > 0) {
    deps.metrics.count('reconciliation_differs')
    deps.log.error({ runId: run.id, opened: run.opened }, 'the gateway and our record differ')
  }
  const [shown] = await present(deps, [run])
  if (!shown) throw new AppError('internal')
  return shown
}

type Found = {
  kind: Difference
  reference: string
  transactionId: string
  details: Record<string, unknown>
}

async function compareListed(
  { db, clock }: Deps,
  listed: readonly GatewayTransaction[],
): Promise<Found[]> {
  const recorded = await recordedOf(db, {
    transactionIds: listed.map(({ id }) => id),
    references: listed.map(({ reference }) => reference),
  })
  const settled = addMs(clock.now(), -SETTLES_MS)
  return listed.flatMap((transaction) => {
    const { id: transactionId, reference, status, amountInCents, currency } = transaction
    const known = recorded.get(transactionId)
    if (!known || known.isKnownMismatch) return []
    if (transaction.createdAt && transaction.createdAt > settled) return []
    const kind = differenceOf(transaction, known)
    const details = { status, amountInCents, currency }
    return kind ? [{ kind, reference, transactionId, details }] : []
  })
}

/** Top-ups that we credited and the gateway does not list. */
async function findAbsent(
  { db, config }: Deps,
  listed: readonly GatewayTransaction[],
  { fromDay, untilDay }: Days,
): Promise<Found[]> {
  const there = new Set(listed.map(({ id }) => id))
  const from = startOfBogotaDate(fromDay)
  const until = startOfBogotaDate(daysAfter(untilDay, 1))
  return (
    (await creditsBetween(db, { from, until }))
      .filter(({ transactionId }) => !there.has(transactionId))
      // The first money of a demonstration was given, not paid: see server/demo/opening-balance.
      .filter(({ transactionId }) => !(config.demo && transactionId.startsWith('opening-')))
      .map(({ transactionId, reference, pesos }) => {
        return { kind: 'reconcile_absent' as const, reference, transactionId, details: { pesos } }
      })
  )
}

/**
 * Job: the last days once a day, and the accounts that should be empty. While the gateway does not
 * answer, the next run of the job tries again.
 */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const untilDay = bogotaDate(deps.clock.now())
  await alarmResidue(deps)
  if (await ranByItself(deps.db, untilDay)) return
  const days = { fromDay: daysAfter(untilDay, -DAYS_BACK), untilDay }
  try {
    await reconcileDays(deps, { userId: null }, days)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.metrics.count('reconciliation_failed')
    deps.log.warn({ reason: error.reason, untilDay }, 'reconciliation waits for the gateway')
  }
}

/** Raises an alarm, and once a month a case, for money that waits longer than a day. */
export async function alarmResidue(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<void> {
  const now = deps.clock.now()
  const before = addMs(now, -DAY_MS)
  const pesos = await residueOf(deps.db, { accountId: suspensePayments, before })
  if (pesos <= 0) return
  deps.metrics.count('clearing_residue')
  deps.log.error({ pesos }, 'money waits in the suspense account for longer than a day')
  await inTransaction(deps.db, (tx) =>
    openCase(tx, {
      kind: 'clearing_residue',
      reference: null,
      transactionId: `suspense:${bogotaDate(now).slice(0, 7)}`,
      details: { amountInCents: pesos * 100, currency: 'COP' },
      now,
    }),
  )
}

const RUNS_SHOWN = 30

export async function listRuns(deps: Pick<Deps, 'db'>): Promise<Reconciliation[]> {
  return await present(deps, await lastRuns(deps.db, RUNS_SHOWN))
}

async function present(
  { db }: Pick<Deps, 'db'>,
  runs: readonly RunRow[],
): Promise<Reconciliation[]> {
  const people = await findPeople(
    db,
    runs.flatMap(({ startedBy }) => startedBy ?? []),
  )
  return runs.map(({ startedBy, startedAt, endedAt, ...run }) => ({
    ...run,
    startedBy: people.get(startedBy ?? '')?.name ?? null,
    endedAt: endedAt.toISOString(),
  }))
}
