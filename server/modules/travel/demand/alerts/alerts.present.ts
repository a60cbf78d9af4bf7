import { type AlertView, ListTerms, type MailedAlert, ShownAlertTerms } from '#contract/alerts.ts'
import { ALERTS_MAX } from '#contract/limits.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Alert, isOver } from './alert.ts'
import { countMatches, listAlertsOf, listMatches, type MatchRow } from './alerts.queries.ts'
import { findPlaces } from './buying.queries.ts'
import { listResumable } from './may-list.ts'
import { endNames, presentPart } from './parts.present.ts'

/** Greatest number of trips shown with each alert. */
const SHOWN = 3

/** Presents alerts of one person to them. */
async function presentAlerts(deps: ReadDeps, alerts: readonly Alert[]): Promise<AlertView[]> {
  const now = deps.clock.now()
  const alertIds = alerts.map((alert) => alert.id)
  const place = await endNames(deps, alerts)
  const counts = await countMatches(deps.db, alertIds)
  const found = await listMatches(deps.db, { alertIds, waiting: false, now, limit: SHOWN })
  const places = await findPlaces(deps.db, alertIds)
  const placeOf = ({ id, bookingId }: Alert) => {
    const { place = null, of = 0 } = places.get(id) ?? {}
    return { bookingId, place: bookingId ? null : place, of }
  }
  const resumable = await listResumable(deps.db, alerts, now)
  const trips = Map.groupBy(await presentMatches(deps.db, found), ({ alertId }) => alertId)
  return alerts.map((alert) => {
    const isActive = alert.status === 'active'
    const ended = isOver(alert, now)
    return {
      id: alert.id,
      status: isActive && !ended ? 'active' : 'stopped',
      from: place(alert.fromPlace),
      to: place(alert.toPlace),
      ...ShownAlertTerms.parse(alert),
      createdAt: alert.createdAt.toISOString(),
      list: alert.buys ? { ...ListTerms.parse(alert), ...placeOf(alert) } : null,
      can: { stop: isActive && !ended, resume: resumable.has(alert.id) },
      matches: counts.get(alert.id) ?? 0,
      trips: trips.get(alert.id) ?? [],
    }
  })
}

const PAST_SHOWN = 20

/** Lists a person's alerts, the newest first: the active ones, and the last ones that ended. */
export async function listAlerts(deps: ReadDeps, { userId }: ActorId) {
  const today = bogotaDate(deps.clock.now())
  const active = await listAlertsOf(deps.db, { userId, today, over: false, limit: ALERTS_MAX })
  const past = await listAlertsOf(deps.db, { userId, today, over: true, limit: PAST_SHOWN })
  return { active: await presentAlerts(deps, active), past: await presentAlerts(deps, past) }
}

/** Presents one alert to its owner. */
export async function presentAlert(deps: ReadDeps, alert: Alert): Promise<AlertView> {
  const [view] = await presentAlerts(deps, [alert])
  assert(view, 'an alert is presented')
  return view
}

/** Presents an alert to whoever opens the link of its mail. */
export async function presentMailed(deps: ReadDeps, alert: Alert): Promise<MailedAlert> {
  const place = await endNames(deps, [alert])
  const { status, since, until, fromPlace, toPlace } = alert
  return { status, from: place(fromPlace), to: place(toPlace), since, until }
}

/** Presents matches with the names of their drivers. */
export async function presentMatches(reader: Reader, found: readonly MatchRow[]) {
  const driverIds = found.map((match) => match.driverId)
  const people = await findPeople(reader, driverIds)
  return found.map((match) => ({
    alertId: match.alertId,
    ...presentPart(match.tripId, match, people.get(match.driverId)?.name),
  }))
}
