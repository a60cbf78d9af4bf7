import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { markUndecided } from './hearings.queries.ts'

/** Job: raises one alarm for each pause without a decision in time, as `pauseDueAt` says. */
export async function alarmUndecided({
  db,
  clock,
  log,
  metrics,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>): Promise<void> {
  const now = clock.now()
  const late = await inTransaction(db, (tx) => markUndecided(tx, now))
  for (const caseId of late) {
    metrics.count('conduct_pause_undecided')
    log.error(
      { caseId },
      'nobody decided about a paused person 24 hours after the hearing: /admin/conduct',
    )
  }
}
