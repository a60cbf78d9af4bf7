import { useQuery } from '@tanstack/react-query'
import { ALARM_POLL_SECONDS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/**
 * Alarms for the staff. Live events cause a refetch. Polling covers tabs that get no live events,
 * such as background tabs.
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
