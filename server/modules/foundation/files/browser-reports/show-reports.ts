import type { z } from 'zod'
import { BROWSER_REPORT_DAYS } from '#contract/browser-limits.ts'
import { type browserReports, Vital } from '#contract/browser-reports.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { listErrors, listVitals, type VitalRow } from './browser-reports.queries.ts'

type Reports = z.input<typeof browserReports.show.ok>

const ERRORS_SHOWN = 100

/** Core web vitals, which rate a page (https://web.dev/articles/vitals). */
const CORE: ReadonlySet<Vital> = new Set<Vital>(['LCP', 'INP', 'CLS'])

const NONE = { good: 0, needsImprovement: 0, poor: 0 }

/** Returns the reports of the last seven days, today included. */
export async function showReports({ db, clock }: ReadDeps): Promise<Reports> {
  const since = bogotaDate(addMs(clock.now(), -(BROWSER_REPORT_DAYS - 1) * DAY_MS))
  const [vitals, errors] = await Promise.all([
    listVitals(db, since),
    listErrors(db, { since, limit: ERRORS_SHOWN }),
  ])
  const pages = [...Map.groupBy(vitals, ({ page }) => page)]
    .map(([page, rows]) => ({ page, vitals: inOrder(rows), share: worstShare(rows) }))
    .sort((a, b) => a.share - b.share || a.page.localeCompare(b.page))
  return {
    vitals: inOrder(vitals),
    pages: pages.map(({ page, vitals }) => ({ page, vitals })),
    errors: errors.map(({ hash, firstAt, lastAt, ...error }) => ({
      ...error,
      id: hash,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  }
}

/** Sums the counts of each measured metric, in the order of the contract. */
function inOrder(rows: readonly VitalRow[]): Reports['vitals'] {
  return Vital.options.flatMap((metric) => {
    const own = rows.filter((row) => row.metric === metric)
    if (own.length === 0) return []
    const sum = own.reduce(
      (total, { good, needsImprovement, poor }) => ({
        good: total.good + good,
        needsImprovement: total.needsImprovement + needsImprovement,
        poor: total.poor + poor,
      }),
      NONE,
    )
    return [{ metric, ...sum }]
  })
}

/** Returns the lowest share of good page views among the three core metrics. */
function worstShare(rows: readonly VitalRow[]): number {
  const judged = rows.filter(({ metric }) => CORE.has(metric))
  return Math.min(
    1,
    ...judged.map(({ good, needsImprovement, poor }) => good / (good + needsImprovement + poor)),
  )
}
