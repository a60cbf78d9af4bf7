import { useQuery } from '@tanstack/react-query'
import { ALARM_POLL_SECONDS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/**
 * What rings for the team. Live events make it read again; where they do not come, such as in a tab
 * behind others, it is asked every few seconds.
 */
export function useAlarms({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.dutyAlarms(),
    queryFn: ({ signal }) => api.duty.alarms({ signal }),
    refetchInterval: ALARM_POLL_SECONDS * 1_000,
    refetchIntervalInBackground: true,
    enabled,
  })
}
