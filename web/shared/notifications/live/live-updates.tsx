import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { LiveEvent } from '#contract/live.ts'
import { paths } from '#web/lib/paths.ts'
import { rereadShown } from '#web/lib/query-client.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { spread } from '#web/lib/when-busy.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { onRefused, sendOutbox } from '#web/stored/message-outbox.ts'
import { toastAction } from '#web/ui/toaster.ts'
import { conversationKeys } from '../../conversations/conversation-keys.ts'
import { followLive } from './follow-live.ts'
import { emitLiveEvent } from './live-events.ts'

/**
 * Longest wait before what is shown is read again, ms. Notices come together, and one announcement
 * reaches the phones of everybody.
 */
const GATHER_MS = 2_000

/**
 * Refetches the data that live events refer to, and sends messages that wait, on every private
 * screen. Renders nothing.
 */
export function LiveUpdates() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user, expired } = useAuth()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined || expired) return
    // Sends messages written without a network, possibly before this page or this login.
    const send = () => void sendOutbox(userId)
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [userId, expired])
  useEffect(() => {
    if (userId === undefined) return
    const stopTelling = onRefused(({ conversationId }) => {
      const where = paths.conversation(conversationId)
      // Not in the chat, which shows the refusal itself.
      if (window.location.pathname === where) return
      toastAction('No se envió un mensaje tuyo', 'Ver', () => void navigate(where))
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const rereadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        // The notice of what a person does can come before the answer to it. Read in between, the
        // screen would take its own booking for an earlier one.
        if (client.isMutating() > 0) rereadSoon()
        else void rereadShown(client)
      }, spread() * GATHER_MS)
    }
    const stop = followLive({
      onEvent(event) {
        invalidate(client, event, rereadSoon)
        emitLiveEvent(event)
      },
      onReset: rereadSoon,
    })
    return () => {
      stopTelling()
      stop()
      if (timer === undefined) return
      clearTimeout(timer)
      // The next screen must not show the old data that a notice said has changed.
      void rereadShown(client)
    }
  }, [client, navigate, userId])
  return null
}

function invalidate(client: QueryClient, { type, ref }: LiveEvent, all: () => void): void {
  const again = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  switch (type) {
    case 'message':
    case 'read':
      again(conversationKeys.one(ref))
      again(conversationKeys.list())
      again(queryKeys.agenda())
      break
    case 'alarm':
      again(queryKeys.dutyAlarms())
      again(queryKeys.deskIncidents())
      break
    case 'session':
      again(queryKeys.sessions())
      break
    case 'notification':
      // A notice can tell of anything that is shown: an hour, a sum, a state.
      all()
      break
    case 'typing':
      break
  }
}
