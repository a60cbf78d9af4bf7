import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const WATCH_MS = 5_000

/** Pesos in the wallet, always stale: a top-up may have arrived. @param watch polls for one */
export function useBalance(watch = false) {
  return useQuery({
    queryKey: queryKeys.balance(),
    queryFn: async ({ signal }) => (await api.wallet.balance({ signal })).balance,
    staleTime: 0,
    refetchInterval: watch ? WATCH_MS : false,
  })
}
