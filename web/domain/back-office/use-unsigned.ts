import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** What waits for the second signature of who asks; read again whenever a screen shows it. */
export function useUnsigned({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['signatures'],
    queryFn: ({ signal }) => api.backOffice.listUnsigned({ signal }),
    staleTime: 0,
    enabled,
  })
}
