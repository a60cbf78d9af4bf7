import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { sendOutbox } from '#web/stored/message-outbox.ts'
import { conversationKeys } from '../../conversations/conversation-keys.ts'
import { followLive } from './follow-live.ts'
import { emitLiveEvent } from './live-events.ts'

/** Refetches the data that live events refer to, on every private screen. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient()
  const { user } = useAuth()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    // Sends messages written without a network, possibly before this page was loaded.
    const send = () => void sendOutbox(userId)
    send()
    window.addEventListener('online', send)
    const stop = followLive({
      onEvent(event) {
        invalidate(client, event)
        emitLiveEvent(event)
      },
      onReset: () => void client.invalidateQueries(),
    })
    return () => {
      window.removeEventListener('online', send)
      stop()
    }
  }, [client, userId])
  return null
}

function invalidate(client: QueryClient, { type, ref }: LiveEvent): void {
  const again = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  switch (type) {
    case 'message':
    case 'read':
      again(conversationKeys.one(ref))
      again(conversationKeys.list())
      again(queryKeys.agenda())
      break
    case 'notification':
      again(queryKeys.notifications())
      again(queryKeys.agenda())
      break
    case 'trip':
    case 'position':
      for (const key of ['trip', 'journey', 'run-sheet', 'passengers']) again([key, ref])
      break
    case 'alarm':
      again(queryKeys.dutyAlarms())
      again(queryKeys.deskIncidents())
      break
    case 'session':
      again(queryKeys.sessions())
      break
    case 'typing':
      break
  }
}
