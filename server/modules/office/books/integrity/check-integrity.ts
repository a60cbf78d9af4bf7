import {
  type LedgerReport,
  openCase,
  verifyLedgerInTurn,
} from '#server/modules/bank/ledger/index.ts'
import {
  cardsThatDiffer,
  referralsThatDiffer,
  unsettled,
} from '#server/modules/community/rewards/index.ts'
import { listStandingsThatDiffer } from '#server/modules/people/standing/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import {
  type Check,
  checks,
  claimWatch,
  extendWatch,
  findFirstTransactionSince,
  findPartEnd,
  findTransfersEnd,
  listFindings,
  withoutTimeLimit,
} from './integrity.queries.ts'
import type { Scope } from './trip-checks.queries.ts'

const PART_ROWS = 50_000
/** Shorter than the hour between runs. Each part extends the claim by `PART_MS`. */
const CLAIM_MS = 50 * MINUTE_MS
const PART_MS = 10 * MINUTE_MS

/** Check with its mismatches, up to 100 subjects. */
export type Finding = { check: string; subjects: string[] }

/** A partial check reads only the changes of this number of days. */
const RECENT_DAYS = 2
const SUBJECTS_TOLD = 20
/** Points missing for more days were also missed by the nightly settlement. */
const SETTLED_DAYS = 2

type Options = {
  /** Rows that one transaction reads. A long transaction would hold back vacuum. */
  partRows?: number
  /** Called before each part. */
  onPart?: () => Promise<void>
}

/**
 * Compares payments with credits, bookings with holds and commissions, seats and extra stops with
 * bookings and keeps, open bookings with jobs and each other: everything in parts, or recent
 * changes. Also standings with sanctions, points with trips and referrals, cards with criteria.
 */
export async function findMismatches(
  deps: ReadDeps,
  scope: 'all' | 'recent' = 'all',
  { partRows = PART_ROWS, onPart }: Options = {},
): Promise<Finding[]> {
  const since = scope === 'all' ? null : addMs(deps.clock.now(), -RECENT_DAYS * DAY_MS)
  const sinceTx = since ? await findFirstTransactionSince(deps.db, since) : 0
  const found: Finding[] = []
  for (const check of checks) {
    const subjects: string[] = []
    for await (const part of partsOf(deps.db, check, { since, sinceTx, rows: partRows })) {
      await onPart?.()
      const more = await inTransaction(deps.db, async (tx) => {
        await withoutTimeLimit(tx)
        return await listFindings(tx, check, part)
      })
      subjects.push(...more)
    }
    if (subjects.length > 0) found.push({ check: check.name, subjects: subjects.slice(0, 100) })
  }
  return [...found, ...(await differences(deps, since))]
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const LAST_TX = Number.MAX_SAFE_INTEGER

/** Yields the scopes of a check: everything in parts of `rows` rows, or recent rows at once. */
async function* partsOf(
  db: Reader,
  { over }: Check,
  { since, sinceTx, rows }: { since: Date | null; sinceTx: number; rows: number },
): AsyncGenerator<Scope> {
  const part = { since, after: FIRST_ID, upTo: LAST_ID, fromTx: sinceTx, toTx: LAST_TX }
  while (over === 'ledger_transfers') {
    part.toTx = (await findTransfersEnd(db, { fromTx: part.fromTx, rows })) ?? LAST_TX
    yield { ...part }
    if (part.toTx === LAST_TX) return
    part.fromTx = part.toTx
  }
  while (over && !since) {
    part.upTo = (await findPartEnd(db, over, { after: part.after, rows })) ?? LAST_ID
    yield { ...part }
    if (part.upTo === LAST_ID) return
    part.after = part.upTo
  }
  yield part
}

/** Runs the comparisons that recompute values from events, and therefore are not one statement. */
async function differences(deps: ReadDeps, since: Date | null): Promise<Finding[]> {
  const before = addMs(deps.clock.now(), -SETTLED_DAYS * DAY_MS)
  const all = [
    { check: 'standing', of: 'user', ids: await listStandingsThatDiffer(deps.db) },
    { check: 'points', of: 'booking', ids: await unsettled(deps, since, before) },
    { check: 'referrals', of: 'referral', ids: await referralsThatDiffer(deps) },
    { check: 'cards', of: 'user', ids: await cardsThatDiffer(deps) },
  ]
  return all
    .filter(({ ids }) => ids.length > 0)
    .map(({ check, of, ids }) => ({ check, subjects: ids.map((id) => `${of} ${id}`) }))
}

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>

/** Job: verifies once an hour, in one of all processes. */
export async function watchInTurn(deps: WatchDeps): Promise<void> {
  const now = deps.clock.now()
  if (await claimWatch(deps.db, { now, until: addMs(now, CLAIM_MS) })) await watchIntegrity(deps)
}

/** Verifies ledger and data. Reports findings and failures by a metric, an ERROR line, a case. */
export async function watchIntegrity(deps: WatchDeps): Promise<void> {
  try {
    const ledger = await verifyLedgerInTurn(deps)
    const onPart = () => extendWatch(deps.db, addMs(deps.clock.now(), PART_MS))
    const scope = ledger.scope === 'all' ? 'all' : 'recent'
    const found = await findMismatches(deps, scope, { onPart })
    if (ledger.result !== 'ok') found.unshift({ check: 'ledger', subjects: ledger.findings })
    deps.metrics.count('integrity_checked', { result: resultOf(ledger, found) })
    for (const finding of found) await report(deps, finding)
  } catch (error) {
    deps.metrics.count('integrity_checked', { result: 'failed' })
    deps.log.error({ err: error }, 'integrity could not be checked')
    await tell(deps, 'integrity_unchecked', 'all', { reason: String(error) })
  }
}

function resultOf(ledger: LedgerReport, found: Finding[]): string {
  if (found.length === 0) return 'ok'
  return found.length === 1 && ledger.result === 'incomplete' ? 'incomplete' : 'mismatch'
}

async function report(deps: WatchDeps, { check, subjects }: Finding): Promise<void> {
  const details = { check, count: subjects.length, subjects: subjects.slice(0, SUBJECTS_TOLD) }
  deps.log.error(details, 'integrity mismatch')
  await tell(deps, 'integrity_mismatch', check, details)
}

/** Opens one case per check and day, so that the list of cases stays readable. */
async function tell(
  deps: WatchDeps,
  kind: 'integrity_mismatch' | 'integrity_unchecked',
  check: string,
  details: Record<string, unknown>,
): Promise<void> {
  const now = deps.clock.now()
  const subject = `${check} ${bogotaDate(now)}`
  await inTransaction(deps.db, (tx) =>
    openCase(tx, { kind, reference: null, transactionId: subject, details, now }),
  )
}
