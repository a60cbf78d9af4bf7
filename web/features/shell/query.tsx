import { MutationCache, type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAuth } from '#web/domain/auth/session.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Worth another try: nothing answered, or the server was busy. Never a refusal. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : false
}

function newClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Whatever a person did may have been what waited for them, or changed their next trip.
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

/** One for the whole visit in the browser; on the server one per page, or people would share it. */
const browserClient = newClient()

/** Server state of the app's screens. What one person read is forgotten when another signs in. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { status, user, expired } = useAuth()
  const [client] = useState(() => (import.meta.env.SSR ? newClient() : browserClient))
  // While it loads, the stored token already speaks for its owner: nothing read then is forgotten.
  const who = status === 'loading' ? undefined : (user?.id ?? null)
  const before = useRef(who)
  useEffect(() => {
    const earlier = before.current
    before.current = who
    if (earlier === undefined || earlier === who) return
    // Not `clear`: it would leave the screens that are open without their queries.
    void client.resetQueries()
    client.getMutationCache().clear()
  }, [who, client])
  const ended = useRef(expired)
  useEffect(() => {
    // The same person signed in again: what is on the screen may have changed meanwhile.
    if (ended.current && !expired) void client.invalidateQueries()
    ended.current = expired
  }, [expired, client])
  useEffect(() => {
    // The library asks again when it saw the network go; a page opened without one did not.
    const failed = { predicate: ({ state }: Query) => state.status === 'error' }
    const back = () => void client.refetchQueries({ type: 'active', ...failed })
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
