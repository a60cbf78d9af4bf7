import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { toastUndo } from '#web/ui/toaster.ts'

export function useAlerts() {
  return useQuery({
    queryKey: queryKeys.alerts(),
    queryFn: ({ signal }) => api.alerts.mine({ signal }),
  })
}

type NewAlert = Parameters<typeof api.alerts.create>[0]['body']

export function useCreateAlert() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAlert) =>
      sendConfirmed('alert', body, (idempotencyKey) => api.alerts.create({ body, idempotencyKey })),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.alerts() }),
  })
}

export type SwitchAlert = { alertId: string; to: 'stop' | 'resume' }

/**
 * Turns alerts off and on. One mutation serves the whole list: a changed alert moves to another
 * part of the list, so its card unmounts, which would end a mutation of the card.
 */
export function useSwitchAlert() {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ alertId, to }: SwitchAlert) => api.alerts[to]({ params: { alertId } }),
    onSuccess: ({ alert }, { alertId, to }) => {
      if (to === 'resume') return
      const text = `Apagaste la alerta ${alert.from.name} → ${alert.to.name}.`
      toastUndo(text, () => change.mutate({ alertId, to: 'resume' }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.alerts() }),
  })
  return change
}

/** The alert that a mailed link refers to; needs no account. */
export function useMailedAlert(token: string) {
  const queries = useQueryClient()
  const queryKey = queryKeys.mailedAlert(token)
  const shown = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.alerts.fromMail({ body: { token }, signal }),
  })
  const stop = useMutation({
    mutationFn: () => api.alerts.unsubscribe({ body: { token } }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  return { shown, stop }
}
