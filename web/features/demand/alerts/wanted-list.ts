import type { AlertView } from '#contract/alerts.ts'
import type { RideRequestView } from '#contract/ride-requests.ts'
import { groupBy } from '#web/lib/group-by.ts'

/** A wanted trip as its person sees it: an alert, what drivers see of it, or both. */
export type Wanted = { id: string; alert: AlertView | null; requests: readonly RideRequestView[] }

type Answers = {
  alerts: { active: readonly AlertView[]; past: readonly AlertView[] }
  requests: { open: readonly RideRequestView[]; past: readonly RideRequestView[] }
}

/**
 * Joins alerts with the ride requests that use them. A wanted trip is active while its alert is, or
 * while drivers see it. An alert of an earlier page of the list is missing: its request stands
 * alone.
 */
export function listWanted({ alerts, requests }: Answers): { active: Wanted[]; past: Wanted[] } {
  const ofAlert = groupBy([...requests.open, ...requests.past], ({ alertId }) => alertId)
  const known = [...alerts.active, ...alerts.past]
  const withAlert = known.map((alert) => {
    return { id: alert.id, alert, requests: ofAlert.get(alert.id) ?? [] }
  })
  const ids = new Set(known.map(({ id }) => id))
  const alone = [...ofAlert].flatMap(([id, own]) =>
    ids.has(id) ? [] : [{ id, alert: null, requests: own }],
  )
  const activeIds = new Set(alerts.active.map(({ id }) => id))
  const isActive = ({ id, requests: own }: Wanted) =>
    activeIds.has(id) || own.some(({ status }) => status === 'open')
  const [active, past] = [true, false].map((wanted) =>
    [...withAlert, ...alone].filter((each) => isActive(each) === wanted),
  )
  return { active: active ?? [], past: past ?? [] }
}
