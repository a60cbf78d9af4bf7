import { useRef } from 'react'
import { api } from '#web/lib/api.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { toastDone, toastUndo } from '#web/ui/toaster.ts'
import { useAct } from '#web/ui/use-act.ts'
import { RIDE_REQUESTS_KEY } from './use-ride-requests.ts'

export function useAlerts() {
  return useRead(queryKeys.alerts(), (signal) => api.alerts.mine({ signal }))
}

type NewWanted = {
  alert: Parameters<typeof api.alerts.create>[0]['body']
  /** What drivers see; null: nothing. */
  request: Parameters<typeof api.rideRequests.create>[0]['body'] | null
}

/**
 * Saves a wanted trip: an alert, then a ride request, which uses that alert. If only the second
 * call fails, a repeat finds the alert that was made; a list with other terms is made anew.
 */
export function useSaveWanted() {
  const listed = useRef<{ alertId: string; terms: string } | null>(null)
  const saveAlert = async (alert: NewWanted['alert']) => {
    const terms = JSON.stringify(alert)
    const made = listed.current
    if (made?.terms === terms) return { created: true }
    if (made) {
      const stopped = await api.alerts.stop({ params: { alertId: made.alertId } })
      // It may have bought meanwhile, and one more list would buy once more.
      if (stopped.alert.list?.bookingId) return { created: true }
    }
    listed.current = null
    const answer = await sendConfirmed('alert', alert, (idempotencyKey) =>
      api.alerts.create({ body: alert, idempotencyKey }),
    )
    if (alert.list) listed.current = { alertId: answer.alert.id, terms }
    return answer
  }
  return useAct(
    async ({ alert, request }: NewWanted) => {
      const { created } = await saveAlert(alert)
      if (request) {
        await sendConfirmed('ride-request', request, (idempotencyKey) =>
          api.rideRequests.create({ body: request, idempotencyKey }),
        )
      }
      return { created }
    },
    { refresh: [queryKeys.alerts(), RIDE_REQUESTS_KEY] },
  )
}

export type SwitchAlert = { alertId: string; to: 'stop' | 'resume' }

/**
 * Turns alerts off and on. One mutation serves the whole list: a changed alert moves to another
 * part of the list, so its card unmounts, which would end a mutation of the card.
 */
export function useSwitchAlert(onSwitched: () => void) {
  const change = useAct(({ alertId, to }: SwitchAlert) => api.alerts[to]({ params: { alertId } }), {
    onDone: ({ alert }, { alertId, to }) => {
      onSwitched()
      if (to === 'resume') return
      // The screen can be older than the purchase, which is not undone.
      if (alert.list?.bookingId) return toastDone('Tu lista ya te compró un cupo: mira tu reserva.')
      const text = `Apagaste la alerta ${alert.from.name} → ${alert.to.name}.`
      toastUndo(text, () => change.mutate({ alertId, to: 'resume' }))
    },
    refresh: [queryKeys.alerts()],
  })
  return change
}

/** The alert that a mailed link refers to; needs no account. */
export function useMailedAlert(token: string) {
  const queryKey = queryKeys.mailedAlert(token)
  const shown = useRead(queryKey, (signal) => api.alerts.fromMail({ body: { token }, signal }))
  const stop = useAct(() => api.alerts.unsubscribe({ body: { token } }), { shows: queryKey })
  return { shown, stop }
}
