import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { useRead } from '#web/lib/use-read.ts'

const KEY = ['second-factor'] as const
/** Refetch interval, ms: the proof expires by the server's clock. */
const ASK_EVERY_MS = 5 * 60_000

/** Fetches the second factors. Not cached: after a refusal the screen must refetch. */
export function useSecondFactor() {
  return useRead(KEY, (signal) => api.secondFactor.show({ signal }), {
    gcTime: 0,
    refetchInterval: ASK_EVERY_MS,
  })
}

export function useRefreshSecondFactor(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
