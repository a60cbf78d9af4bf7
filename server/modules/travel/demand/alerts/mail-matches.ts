import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Alert } from './alert.ts'
import { tripAlert } from './alerts.messages.ts'
import { presentMatches } from './alerts.present.ts'
import { listMatches, type MatchRow, settleMatches, takeDueAlert } from './alerts.queries.ts'
import { endNames } from './parts.present.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const MAILS_PER_ROUND = 200
/** Greatest number of trips named in one message; a link leads to the others. */
const NAMED = 8
const WAITING_MAX = 200

/** Sends the due messages of alerts, one message per alert with all its waiting trips. */
export async function mailDue(deps: Deps): Promise<void> {
  for (let sent = 0; sent < MAILS_PER_ROUND; sent += 1) {
    if (!(await mailNext(deps))) return
  }
}

/** Sends one due message and settles its matches with it; false when none is due. */
async function mailNext(deps: Deps): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const alert = await takeDueAlert(tx, now)
    if (!alert) return false
    const waiting = { alertIds: [alert.id], waiting: true, now, limit: WAITING_MAX }
    const found = await listMatches(tx, waiting)
    if (found.length > 0) await mailTrips(deps, tx, alert, found)
    await settleMatches(tx, { alertId: alert.id, mailed: found.length > 0, now })
    return true
  })
}

async function mailTrips(deps: Deps, tx: Tx, alert: Alert, found: MatchRow[]): Promise<void> {
  const { fromPlace: from, toPlace: to } = alert
  const place = await endNames(deps, [alert])
  const trips = await presentMatches(tx, found.slice(0, NAMED))
  const seats = String(alert.seats)
  const date = bogotaDate(found.at(NAMED)?.boardsAt ?? deps.clock.now())
  await tellUser(tx, deps, tripAlert, {
    userId: alert.userId,
    data: {
      from: place(from).name,
      to: place(to).name,
      trips: trips.map(
        ({ tripId, fromStopId, toStopId, departsAt, price, driver, audience }, nth) => {
          const part = new URLSearchParams({ from: fromStopId, to: toStopId, seats })
          const freed = found[nth]?.freed ?? false
          return { path: `/trips/${tripId}?${part}`, departsAt, price, driver, freed, audience }
        },
      ),
      more: found.length - trips.length,
      morePath: `/trips?${new URLSearchParams({ from, to, date, seats })}`,
      token: unsubscribeToken(deps.secrets, alert.id),
    },
  })
}
