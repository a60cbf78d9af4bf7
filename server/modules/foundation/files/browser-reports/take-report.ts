import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type browserReports, Vital } from '#contract/browser-reports.ts'
import { scrubMessage } from '#contract/scrub-message.ts'
import { knownPage, OTHER_PAGE } from '#contract/web-pages.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { groupCommit } from '#server/platform/group-commit.ts'
import {
  addErrors,
  addVitals,
  findGroups,
  type GroupRow,
  type VitalRow,
} from './browser-reports.queries.ts'

type Report = z.output<typeof browserReports.report.body>

/** Different errors stored per day; further errors are counted without their text. */
const GROUPS_A_DAY = 500

/** Reports written by one statement. */
const BATCH_MAX = 50
/** Reports that wait for a write; further ones are refused with `busy`, and are not retried. */
const WAITING_MAX = 500

/** Matches a file of our own bundle; other stack frames are dropped. */
const OWN_FRAME = /^assets\/[\w.-]{1,90}\.js(?::\d{1,6}){0,2}$/

const RATINGS = { good: 0, needsImprovement: 0, poor: 0 }

type Counted = { now: Date; groups: GroupRow[]; counts: VitalRow[] }

/** Counts the errors and speed of one page view. Errors: `busy`. */
export async function takeReport(deps: Pick<Deps, 'db' | 'clock' | 'metrics'>, report: Report) {
  const groups = (report.errors ?? []).map((error) => groupOf(error, report.release))
  const counts = countsOf(report.vitals)
  for (const { kind } of groups) deps.metrics.count('browser_error', { kind })
  for (const { metric, ...ratings } of counts) {
    const rating = ratings.good ? 'good' : ratings.poor ? 'poor' : 'needsImprovement'
    deps.metrics.count('web_vital', { metric, rating })
  }
  if (groups.length + counts.length === 0) return
  await writerOf(deps.db)({ now: deps.clock.now(), groups, counts })
}

function groupOf(error: NonNullable<Report['errors']>[number], release: string): GroupRow {
  const page = knownPage(error.page)
  const message = scrubMessage(error.message)
  const frame = OWN_FRAME.test(error.frame ?? '') ? (error.frame ?? '') : ''
  return hashed({ kind: error.kind, page, message, release, frame })
}

function hashed(group: Omit<GroupRow, 'hash' | 'occurrences'>): GroupRow {
  const { kind, page, message, release, frame } = group
  const content = JSON.stringify([kind, page, message, release, frame])
  return { ...group, hash: createHash('sha256').update(content).digest('hex'), occurrences: 1 }
}

function countsOf(vitals: Report['vitals']): VitalRow[] {
  if (!vitals) return []
  const page = knownPage(vitals.page)
  return Vital.options.flatMap((metric) => {
    const value = vitals[metric]
    if (value === undefined) return []
    return [{ page, metric, ...RATINGS, [ratingOf(metric, value)]: 1 }]
  })
}

const writers = new WeakMap<Db, (report: Counted) => Promise<null>>()

/**
 * Returns the writer of this process, which runs one write at a time with all reports that arrived
 * meanwhile: they update the same rows, and must not hold the connections of the pool.
 */
function writerOf(db: Db): (report: Counted) => Promise<null> {
  const known = writers.get(db)
  if (known) return known
  const write = async (reports: readonly Counted[]) => {
    await writeReports(db, reports)
    return reports.map(() => null)
  }
  const made = groupCommit({ write, batchMax: BATCH_MAX, waitingMax: WAITING_MAX })
  writers.set(db, made)
  return made
}

async function writeReports(db: Db, reports: readonly Counted[]): Promise<void> {
  const [first] = reports
  if (!first) return
  // The date applies to the whole batch, also if it spans midnight.
  const { now } = first
  const day = bogotaDate(now)
  const groups = mergedGroups(reports.flatMap((report) => report.groups))
  if (groups.length > 0) {
    await addErrors(db, { day, now, groups: await withinLimit(db, day, groups) })
  }
  const counts = merged(
    reports.flatMap((report) => report.counts),
    ({ page, metric }) => `${page} ${metric}`,
    (sum, { good, needsImprovement, poor }) => ({
      ...sum,
      good: sum.good + good,
      needsImprovement: sum.needsImprovement + needsImprovement,
      poor: sum.poor + poor,
    }),
  )
  if (counts.length > 0) await addVitals(db, { day, counts })
}

/** Merges new groups above the limit of the day into one per kind, without any text. */
async function withinLimit(db: Db, day: string, groups: GroupRow[]): Promise<GroupRow[]> {
  const found = await findGroups(db, { day, hashes: groups.map(({ hash }) => hash) })
  const known = new Set(found.known)
  let room = GROUPS_A_DAY - found.total
  const fitting = groups.map((group) => {
    if (known.has(group.hash)) return group
    room -= 1
    if (room >= 0) return group
    const nameless = { kind: group.kind, page: OTHER_PAGE, message: '', release: '', frame: '' }
    return { ...hashed(nameless), occurrences: group.occurrences }
  })
  return mergedGroups(fitting)
}

function mergedGroups(groups: readonly GroupRow[]): GroupRow[] {
  return merged(
    groups,
    ({ hash }) => hash,
    (sum, { occurrences }) => ({ ...sum, occurrences: sum.occurrences + occurrences }),
  )
}

/** Merges rows with the same key, since one statement can write a row only once. */
function merged<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  sum: (one: Row, other: Row) => Row,
): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const known = found.get(keyOf(row))
    found.set(keyOf(row), known === undefined ? row : sum(known, row))
  }
  return [...found.values()]
}

/**
 * Good up to the first number, poor above the second; ms, CLS is a score.
 * https://web.dev/articles/vitals, https://web.dev/articles/fcp, https://web.dev/articles/ttfb
 */
const THRESHOLDS: Record<Vital, readonly [number, number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
}

/** Rates one page view. A page is good if 75 % of its views are good. */
export function ratingOf(metric: Vital, value: number): 'good' | 'needsImprovement' | 'poor' {
  const [good, poor] = THRESHOLDS[metric]
  if (value <= good) return 'good'
  return value <= poor ? 'needsImprovement' : 'poor'
}
