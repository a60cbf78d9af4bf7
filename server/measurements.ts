import { mailServerFailures } from '#server/modules/foundation/notifications/index.ts'
import { jobHandlers } from './modules.ts'
import { isClockWrong } from './platform/clock-watch.ts'
import { poolUseOf } from './platform/db/open.ts'
import type { Deps } from './platform/deps.ts'
import { controlCodes } from './platform/http/observe.ts'
import { measureQueue } from './platform/jobs/measure-queue.ts'
import { lastBackup } from './platform/last-backup.ts'

/**
 * Counters named by an alert of `ops/monitoring/alerts.yml`, with all their details. They start at
 * 0, since Prometheus does not see the first increase of a counter that did not exist before.
 */
export const alertCounters: Record<string, readonly string[]> = {
  bounces_unread: [''],
  clearing_residue: ['suspense', 'payouts'],
  clock_skew: [''],
  clock_wrong: ['database', 'jump', 'records'],
  closing_case_overdue: [''],
  conduct_pause_undecided: [''],
  documents_viewed_in_bulk: [''],
  expulsion_lapsed: [''],
  gateway_breaker: ['open', 'closed'],
  gateway_event_dead: [''],
  gateway_event_forged: [''],
  incident_overdue: [''],
  integrity_checked: ['ok', 'incomplete', 'mismatch', 'failed'],
  internal_error: [''],
  job_failed: jobHandlers.map(({ name }) => name),
  leased_row_failed: ['withdrawals.send'],
  mail_refused: [''],
  mail_server_failed: mailServerFailures,
  payout_case: ['payout_unknown', 'payout_mismatch', 'payout_changed', 'payout_unanswered'],
  payout_state_odd: [''],
  payouts_failed: ['key_refused', 'no_funds', 'malformed', 'odd_row'],
  reconciliation_differs: [''],
  reconciliation_failed: [''],
  refund_unsigned: [''],
  refunds_held_by_one: [''],
  refused_by_control: controlCodes,
  session_reused: [''],
  storage_full: [''],
  text_provider_failed: ['whatsapp', 'sms'],
}

/** Starts the counters and registers the gauges, once per registry. */
export function startMeasurements(deps: Deps): void {
  const { metrics, db } = deps
  for (const [name, details] of Object.entries(alertCounters)) {
    for (const detail of details) metrics.start(name, detail === '' ? {} : { detail })
  }
  measureQueue(deps, jobHandlers)
  const help = 'Connections to the database that are used or idle, and calls that wait for one'
  metrics.gauge({ name: 'cupo_db_connections', help, label: 'state' }, () => poolUseOf(db))
  const clock = 'Whether payments and deletions wait, because the clock of the process is wrong'
  metrics.gauge({ name: 'cupo_clock_wrong', help: clock }, () => (isClockWrong(deps) ? 1 : 0))
  measureBackup(deps)
}

/** Measures the age of the last copies, unless a managed platform makes the backups. */
function measureBackup({ metrics, clock, config }: Pick<Deps, 'metrics' | 'clock' | 'config'>) {
  const folder = config.env.BACKUP_DIR
  if (folder === undefined || folder === 'managed') return
  const ageOf = (at: Date | undefined) =>
    at ? (clock.now().getTime() - at.getTime()) / 1_000 : Number.POSITIVE_INFINITY
  const help = 'Since the last complete backup ended; infinite when none did'
  metrics.gauge({ name: 'cupo_backup_age_seconds', help }, () => ageOf(lastBackup(folder)))
  if (config.env.S3_BUCKET) return
  const copied = 'Since new documents were last copied to the backups; infinite when never'
  const documents = () => ageOf(lastBackup(folder, 'documents'))
  metrics.gauge({ name: 'cupo_documents_copy_age_seconds', help: copied }, documents)
}
