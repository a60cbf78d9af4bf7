import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '../access/auth/session.tsx'

/** The signed-in person's agenda. Refetched after every mutation (shell/query.tsx). */
export function useAgenda() {
  const { status } = useAuth()
  return useRead(queryKeys.agenda(), (signal) => api.agenda.mine({ signal }), {
    enabled: status === 'signedIn',
  })
}
