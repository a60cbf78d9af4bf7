import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

const TICK_MS = 30_000

/** Returns the time in ms, which moves on while the screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
