import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Infinite query of the notifications, newest first. */
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
 * Marks all notifications up to the newest as read when they are shown, and clears the badge. The
 * list is not refetched: its unread marks stay, so that the person sees what was new.
 */
export function useReadOnSight(newestId: string | undefined, unread: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (newestId === undefined || unread === 0) return
    const read = api.notifications.read({ body: { upTo: newestId } })
    read.then(
      () => client.invalidateQueries({ queryKey: queryKeys.agenda() }),
      // On a network error the notifications stay unread; the next visit retries.
      () => {},
    )
  }, [client, newestId, unread])
}
