import { addMs, bogotaDate, DAY_MS, daysAfter } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { countDays, type Days, type Part } from './count-days.ts'
import { EVENT_METRICS, PEOPLE_METRICS } from './metrics.ts'
import {
  findFirstInstant,
  insertProgress,
  lockProgress,
  moveProgress,
  type Progress,
  replaceFigures,
} from './statistics.queries.ts'

/** Number of days that are counted in one run. */
const BATCH_DAYS = 30
/** Past days that can still change: payments are answered and trips are completed late. */
const UNSETTLED_DAYS = 4
/** Days after signing up in which a person's steps are counted. */
const FOLLOWED_DAYS = 200

const earliest = (a: string, b: string) => (a < b ? a : b)
const latest = (a: string, b: string) => (a > b ? a : b)

/** Returns the days to count next; null without a past day. */
function nextDays(part: Part, { firstDay, nextDay }: Progress, yesterday: string): Days | null {
  if (firstDay > yesterday) return null
  // Events: recounts unsettled days, then missing ones. People: starts again after the last day.
  const again = part === 'events' ? earliest(nextDay, daysAfter(yesterday, 1 - UNSETTLED_DAYS)) : ''
  const start = daysAfter(yesterday, 1 - FOLLOWED_DAYS)
  const first = latest(firstDay, again || (nextDay > yesterday ? start : nextDay))
  return { first, last: earliest(daysAfter(first, BATCH_DAYS - 1), yesterday) }
}

async function countPart(tx: Tx, deps: Pick<Deps, 'clock'>, part: Part): Promise<void> {
  let progress = await lockProgress(tx, part)
  if (!progress) {
    const first = await findFirstInstant(tx)
    if (!first) return
    await insertProgress(tx, part, bogotaDate(first))
    progress = await lockProgress(tx, part)
    if (!progress) return
  }
  const days = nextDays(part, progress, bogotaDate(addMs(deps.clock.now(), -DAY_MS)))
  if (!days) return
  const metrics = part === 'events' ? EVENT_METRICS : PEOPLE_METRICS
  await replaceFigures(tx, { metrics, ...days, figures: await countDays(tx, part, days) })
  await moveProgress(tx, part, daysAfter(days.last, 1))
}

/** Job: counts past days, some per run. Days that can still change are counted again. */
export async function keepCounted(deps: ReadDeps): Promise<void> {
  for (const part of ['events', 'people'] as const) {
    await inTransaction(deps.db, (tx) => countPart(tx, deps, part))
  }
}
