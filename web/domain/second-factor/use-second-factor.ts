import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

const KEY = ['second-factor'] as const
/** It ends by itself, at the server's clock. */
const ASK_EVERY_MS = 5 * 60_000

/**
 * Which second factors the person has, and whether this session proved one. Not cached: after a
 * refusal the screen is mounted again and must ask.
 */
export function useSecondFactor() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.secondFactor.show({ signal }),
    gcTime: 0,
    refetchInterval: ASK_EVERY_MS,
  })
}

/** Asks the server again. */
export function useRefreshSecondFactor(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
