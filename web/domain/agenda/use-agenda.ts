import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '../auth/session.tsx'

/** What waits for who is signed in. Every change asks again (shell/query.tsx). */
export function useAgenda() {
  const { status } = useAuth()
  return useQuery({
    queryKey: queryKeys.agenda(),
    queryFn: ({ signal }) => api.agenda.mine({ signal }),
    enabled: status === 'signedIn',
  })
}
