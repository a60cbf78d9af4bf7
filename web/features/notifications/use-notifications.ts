import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What the person was told, page by page, newest first. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: queryKeys.notifications(),
    queryFn: ({ pageParam, signal }) =>
      api.notifications.list({ query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/**
 * Marks everything up to the newest as read once it is on the screen, and takes the number off the
 * bar. What is shown keeps its marks until the list is read again: the person sees what was new.
 */
export function useReadOnSight(newestId: string | undefined, unread: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (newestId === undefined || unread === 0) return
    const read = api.notifications.read({ body: { upTo: newestId } })
    read.then(
      () => client.invalidateQueries({ queryKey: queryKeys.agenda() }),
      // Without a network they stay unread, and the next visit tries again.
      () => {},
    )
  }, [client, newestId, unread])
}
