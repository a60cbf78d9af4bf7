import { PAUSE_DECIDED_HOURS } from '#contract/conduct-limits.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { markUndecided } from './hearings.queries.ts'

/** Job: raises one alarm for each pause without a decision after 48 hours. */
export async function alarmUndecided({
  db,
  clock,
  log,
  metrics,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>): Promise<void> {
  const now = clock.now()
  const pausedBefore = addMs(now, -PAUSE_DECIDED_HOURS * HOUR_MS)
  const late = await inTransaction(db, (tx) => markUndecided(tx, { pausedBefore, now }))
  for (const caseId of late) {
    metrics.count('conduct_pause_undecided')
    log.error({ caseId }, 'nobody decided about a paused person in 48 hours: /admin/conduct')
  }
}
