import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from './api-error.ts'
import { useAuth } from './session.tsx'

/** Worth another try: nothing answered, or the server was busy. Never a refusal. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  return error instanceof ApiError ? error.status === 0 || error.status >= 500 : false
}

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** Server state of the app's screens. What one person read is forgotten when another signs in. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const who = user?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person is the trigger.
  useEffect(() => () => client.clear(), [who])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
