import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query'

/**
 * Query client that does not lose invalidations. In React Query an invalidation during the first
 * fetch of a query does nothing, and the answer, read before the change, counts as fresh
 * (https://github.com/TanStack/query/issues/8530). On a slow network a list then lacked the item
 * that the person had just created. Here such a query is invalidated again when its first fetch has
 * ended.
 */
export class CupoQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const matching = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const first = matching.filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map(({ promise }) => promise))
    const again = { ...filters, predicate: (query: Query) => first.includes(query) }
    await super.invalidateQueries(again, options)
  }
}

/**
 * Reads again what is shown, when anything of it may have changed. Never by this: an answered view
 * of a person's data, which the server would record as another one, and what is never stale,
 * because a form began with it.
 */
export const rereadShown = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ meta, state, observers }) => {
      if (state.status === 'error') return true
      const isKept = ({ options }: (typeof observers)[number]) =>
        options.staleTime === Number.POSITIVE_INFINITY
      return !meta?.isRecorded && (observers.length === 0 || !observers.every(isKept))
    },
  })
