import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '#web/lib/api.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { conversationKeys } from '#web/shared/conversations/conversation-keys.ts'
import { onLiveEvent } from '#web/shared/notifications/live/live-events.ts'
import { onSent, readOutbox, subscribeOutbox, type Unsent } from '#web/stored/message-outbox.ts'
import { keepChat, keptChat } from './kept-chat.ts'
import { type Known, leavesGap, mergePages } from './merge-pages.ts'

/** Polling interval, for networks that block live events. */
const REFRESH_MS = 20_000

/** Fetches the newest page, and the pages between it and the messages already on this screen. */
async function readNewer(
  client: QueryClient,
  conversationId: string,
  signal: AbortSignal,
): Promise<Known> {
  const params = { conversationId }
  const newest = await api.conversations.messages({ params, signal })
  let known = client.getQueryData<Known>(conversationKeys.one(conversationId))
  while (leavesGap(known, newest)) {
    const query = { after: known?.messages.at(-1)?.seq ?? 0 }
    const page = await api.conversations.messages({ params, query, signal })
    known = mergePages(known, page, 'newer')
  }
  return mergePages(known, newest, 'newer')
}

/**
 * A conversation that is refetched when live events announce changes. What this device kept of it
 * is shown until the server answers.
 */
export function useConversation(conversationId: string, ownerId: string) {
  const client = useQueryClient()
  const key = conversationKeys.one(conversationId)
  const answer = useRead(
    key,
    async (signal) => {
      const known = await readNewer(client, conversationId, signal)
      keepChat(ownerId, known)
      return known
    },
    { refetchInterval: REFRESH_MS, staleTime: 0 },
  )
  useEffect(
    () =>
      onSent(async (sent) => {
        if (sent.conversationId !== conversationId) return
        await client.invalidateQueries({ queryKey: conversationKeys.one(conversationId) })
      }),
    [client, conversationId],
  )
  const readOlder = async () => {
    const before = client.getQueryData<Known>(key)?.messages[0]?.seq
    if (before === undefined) return
    const query = { before }
    const page = await api.conversations.messages({ params: { conversationId }, query })
    client.setQueryData<Known>(key, (known) => mergePages(known, page, 'older'))
  }
  // Not in the cache: the first answer replaces it, without what is hidden by now.
  const kept = useMemo(() => keptChat(ownerId, conversationId), [ownerId, conversationId])
  return { answer: { data: answer.data ?? kept, error: answer.error }, readOlder }
}

const NONE: readonly Unsent[] = []

/** Unsent messages of this person here, without those that the server has stored. */
export function useUnsent(conversationId: string, ownerId: string, known: Known | undefined) {
  const all = useSyncExternalStore(subscribeOutbox, readOutbox, () => NONE)
  const stored = new Set(known?.messages.map(({ clientId }) => clientId))
  return all.filter(
    (it) => it.conversationId === conversationId && it.ownerId === ownerId && !stored.has(it.id),
  )
}

/** Marks messages as read while they are on the screen and the page is visible. */
export function useReadOnSight(conversationId: string, known: Known | undefined): void {
  const client = useQueryClient()
  const newest = known?.messages.at(-1)?.seq ?? 0
  const read = known?.conversation.readByMe ?? newest
  const visible = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )
  useEffect(() => {
    if (!visible || newest <= read) return
    api.conversations.read({ params: { conversationId }, body: { upTo: newest } }).then(
      () => {
        void client.invalidateQueries({ queryKey: queryKeys.agenda() })
        void client.invalidateQueries({ queryKey: conversationKeys.list() })
      },
      // On a network error the messages stay unread; the next message or visit retries.
      () => {},
    )
  }, [client, conversationId, newest, read, visible])
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

const TYPING_SHOWN_MS = 6_000

/** Whether somebody else is typing in this conversation. A new message ends it. */
export function useTyping(conversationId: string, newestSeq: number): boolean {
  const [until, setUntil] = useState(0)
  useEffect(
    () =>
      onLiveEvent(({ type, ref }) => {
        if (type === 'typing' && ref === conversationId) setUntil(deviceNow() + TYPING_SHOWN_MS)
      }),
    [conversationId],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the trigger.
  useEffect(() => setUntil(0), [newestSeq])
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - deviceNow())
    return () => clearTimeout(timer)
  }, [until])
  return until > 0
}
