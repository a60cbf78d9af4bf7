import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Returns a function that invalidates all queries under the given keys. */
export function useRefetch() {
  const client = useQueryClient()
  return (...keys: QueryKey[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
