import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAgenda } from './use-agenda.ts'
import { markWaiting } from './waiting-mark.ts'

/** Updates the badges of the phone's bar: on navigation, the agenda is refetched if stale. */
export function AgendaMark() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const { waiting = 0, unread = 0, unreadConversations = 0 } = useAgenda().data ?? {}
  useEffect(() => {
    markWaiting({ trips: waiting, news: unread, messages: unreadConversations })
  }, [waiting, unread, unreadConversations])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the trigger.
  useEffect(() => {
    void client.refetchQueries({ queryKey: queryKeys.agenda(), stale: true, type: 'active' })
  }, [client, pathname])
  return null
}
