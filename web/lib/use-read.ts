import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** Options of a query besides its key and its call. */
export type ReadOptions<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/** Options of a read that the server records as a view of a person's data: never by itself. */
export const RECORDED = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isRecorded: true },
} as const

/** Query of `read` under a key; the signal aborts the call when nobody waits for it any more. */
export function useRead<T>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => T | Promise<T>,
  options?: ReadOptions<T>,
) {
  // Whoever takes the signal of a query lets the library throw its answer away when the screen is
  // left. A `read` without one runs to its end, and its answer is kept.
  const queryFn: UseQueryOptions<T>['queryFn'] =
    read.length > 0 ? ({ signal }) => read(signal) : (read as () => T | Promise<T>)
  return useQuery({ ...options, queryKey, queryFn })
}
