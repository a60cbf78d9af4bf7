import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Interval of the refetch, ms: counts change while the desk is open. */
const ASK_EVERY_MS = 60_000
/** Time in which screens share an answer, ms. */
const FRESH_MS = 5_000

/** Fetches the queues of the viewer and the trips of today. Needs the second factor. */
export function useToday({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.today(),
    queryFn: ({ signal }) => api.backOffice.showToday({ signal }),
    staleTime: FRESH_MS,
    refetchInterval: ASK_EVERY_MS,
    enabled,
  })
}
