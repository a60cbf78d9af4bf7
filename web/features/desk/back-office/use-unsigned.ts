import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Actions that wait for the caller's second signature. Refetched whenever a screen shows them. */
export function useUnsigned() {
  return useQuery({
    queryKey: ['signatures'],
    queryFn: ({ signal }) => api.backOffice.listUnsigned({ signal }),
    staleTime: 0,
  })
}
