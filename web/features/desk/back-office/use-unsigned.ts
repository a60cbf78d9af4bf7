import { api } from '#web/lib/api.ts'
import { useRead } from '#web/lib/use-read.ts'

/** Actions that wait for the caller's second signature. Refetched whenever a screen shows them. */
export function useUnsigned() {
  return useRead(['signatures'], (signal) => api.backOffice.listUnsigned({ signal }), {
    staleTime: 0,
  })
}
