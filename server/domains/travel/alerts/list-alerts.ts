import type { AlertView } from '#contract/alerts.ts'
import { ALERTS_MAX } from '#contract/limits.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { presentAlerts } from './alerts.present.ts'
import { alertsOf } from './alerts.queries.ts'

const PAST_SHOWN = 20

/** Lists a person's alerts, the newest first: the active ones, and the last ones that ended. */
export async function listAlerts(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
): Promise<{ active: AlertView[]; past: AlertView[] }> {
  const today = bogotaDate(deps.clock.now())
  const active = await alertsOf(deps.db, { userId, today, over: false, limit: ALERTS_MAX })
  const past = await alertsOf(deps.db, { userId, today, over: true, limit: PAST_SHOWN })
  return {
    active: await presentAlerts(deps, active),
    past: await presentAlerts(deps, past),
  }
}
