import { useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Pesos available in the wallet, always asked again: somebody may come back from a top-up. */
export function useBalance() {
  return useQuery({
    queryKey: queryKeys.balance(),
    queryFn: async ({ signal }) => (await api.wallet.balance({ signal })).balance,
    staleTime: 0,
  })
}
