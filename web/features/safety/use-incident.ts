import { ALARM_POLL_SECONDS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAct } from '#web/ui/use-act.ts'

const refetchInterval = ALARM_POLL_SECONDS * 1_000

/** An incident and the tickets filed into it, refetched while somebody works on them. */
export function useIncident(incidentId: string) {
  const params = { incidentId }
  const answer = useNeeded(
    [...queryKeys.deskIncidents(), incidentId],
    (signal) => api.safety.showIncident({ params, signal }),
    { refetchInterval },
  )
  const { data } = useRead(
    [...queryKeys.deskIncidents(), incidentId, 'tickets'],
    (signal) => api.support.listIncidentTickets({ params, signal }),
    { refetchInterval },
  )
  // Read by the bar of the desk. An emergency in hand rings again when its person presses again.
  const { data: duty } = useRead(queryKeys.dutyAlarms(), (signal) => api.duty.alarms({ signal }), {
    enabled: false,
  })
  const rings = duty?.alarms.some((alarm) => alarm.incidentId === incidentId) ?? false
  return { incident: answer?.incident, tickets: data?.tickets ?? [], rings }
}

/** A step of the team on an incident, after which its page, list and alarm are refetched. */
export function useStep<T>(send: (input: T) => Promise<unknown>, onDone?: () => void) {
  return useAct(send, { onDone, refresh: [queryKeys.deskIncidents(), queryKeys.dutyAlarms()] })
}
