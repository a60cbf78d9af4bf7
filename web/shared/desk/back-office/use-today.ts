import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'

/** Interval of the refetch, ms: counts change while the desk is open. */
const ASK_EVERY_MS = 60_000
/** Time in which screens share an answer, ms. */
const FRESH_MS = 5_000

/** Fetches the queues of the viewer and the trips of today. Needs the second factor. */
export function useToday({ enabled = true }: { enabled?: boolean } = {}) {
  return useRead(queryKeys.today(), (signal) => api.backOffice.showToday({ signal }), {
    staleTime: FRESH_MS,
    refetchInterval: ASK_EVERY_MS,
    enabled,
  })
}
