import { lockUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Alert, isOver } from './alert.ts'
import { findAlert, resumeAlertRow, stopAlertRow, stopEnded } from './alerts.queries.ts'
import { stopListsOf } from './buying.queries.ts'
import { assertMayResume } from './may-list.ts'

type Named = { alertId: string }
type Own = Named & ActorId

/** Stops an alert and its messages. It can be repeated. Errors: `alert_not_found`. */
export function stopAlert(deps: ReadDeps, { userId }: ActorId, { alertId }: Named) {
  return inTransaction(deps.db, async (tx) => {
    await findOwn(tx, { userId, alertId })
    await stopAlertRow(tx, alertId, deps.clock.now())
    return await findOwn(tx, { userId, alertId })
  })
}

/**
 * Resumes a stopped alert. It can be repeated.
 * Errors: those of `assertMayList`, `alert_not_found`, `alert_over` (also: it bought a seat,
 * or the consent to be bought for was taken back), `alert_exists`, `alert_limit`,
 * `email_unconfirmed`.
 */
export function resumeAlert(deps: ReadDeps, { userId }: ActorId, { alertId }: Named) {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockUser(tx, userId)
    const alert = await findOwn(tx, { userId, alertId })
    if (alert.status === 'active' && !isOver(alert, now)) return alert
    await assertMayResume(tx, alert, now)
    await resumeAlertRow(tx, alertId)
    return await findOwn(tx, { userId, alertId })
  })
}

/** Stops all lists of a person, who takes back the consent to be bought for. */
export async function stopLists({ db, clock }: ReadDeps, { userId }: ActorId): Promise<void> {
  await inTransaction(db, (tx) => stopListsOf(tx, userId, clock.now()))
}

async function findOwn(tx: Tx, { userId, alertId }: Own): Promise<Alert> {
  const alert = await findAlert(tx, alertId)
  if (alert?.userId !== userId) throw new AppError('alert_not_found')
  return alert
}

const STOPPED_PER_ROUND = 500

/** Stops alerts whose last day is over; returns their number. */
export async function stopOver(deps: ReadDeps): Promise<number> {
  const now = deps.clock.now()
  const round = { today: bogotaDate(now), now, limit: STOPPED_PER_ROUND }
  let stopped = 0
  for (let some = STOPPED_PER_ROUND; some === STOPPED_PER_ROUND; stopped += some) {
    some = await inTransaction(deps.db, (tx) => stopEnded(tx, round))
  }
  return stopped
}
