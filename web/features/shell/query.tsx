import {
  MutationCache,
  notifyManager,
  type Query,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { CupoQueryClient, rereadShown } from '#web/lib/query-client.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'

// A switch shows the value that its mutation saves. By default the library reports a mutation in
// the next task: until then React shows the stored value again, and the switch flickers.
notifyManager.setScheduler(queueMicrotask)

/** Retries network errors and 5xx, twice. Never a 4xx: a retry would be refused again. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : false
}

function newClient(): CupoQueryClient {
  const client: CupoQueryClient = new CupoQueryClient({
    // Any mutation may have done a task of the agenda, or changed the next trip.
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.agenda() }),
    }),
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  return client
}

/** Cache of one browser tab. The server makes one per page: sharing would mix people's data. */
const browserClient = newClient()

/** Query cache of the app's screens. It is reset when another person signs in. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { status, user, expired } = useAuth()
  const [client] = useState(() => (import.meta.env.SSR ? newClient() : browserClient))
  // Queries that ran while the session loaded used the stored token: their data is kept.
  const isKnown = status === 'signedIn' || status === 'signedOut'
  const who = isKnown ? (user?.id ?? null) : undefined
  const before = useRef(who)
  useEffect(() => {
    const earlier = before.current
    before.current = who
    if (earlier === undefined || earlier === who) return
    // `resetQueries`, because `clear` would remove the queries that open screens observe.
    void client.resetQueries()
    client.getMutationCache().clear()
  }, [who, client])
  const ended = useRef(expired)
  useEffect(() => {
    // The same person signed in again: the data on the screen may be stale.
    if (ended.current && !expired) void rereadShown(client)
    ended.current = expired
  }, [expired, client])
  const wasLost = useRef(false)
  useEffect(() => {
    // The server answers again: what was read from this device may be stale.
    if (wasLost.current && status === 'signedIn') void rereadShown(client)
    wasLost.current = status === 'unreachable'
  }, [status, client])
  useEffect(() => {
    // React Query refetches on reconnect only if it saw the connection drop. A page that was opened
    // offline did not, so its failed queries are refetched here.
    const failed = { predicate: ({ state }: Query) => state.status === 'error' }
    const back = () => void client.refetchQueries({ type: 'active', ...failed })
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
