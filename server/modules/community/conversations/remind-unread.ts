import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, type Clock, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { messageReceived } from './conversations.messages.ts'
import { presentTrip } from './conversations.present.ts'
import { findConversation } from './conversations.queries.ts'
import { findLastMessages } from './messages.queries.ts'

export const REMIND_JOB = 'conversations.remind'

/** Delay of the reminder: a person with the conversation open reads the message before. */
const UNREAD_MS = 5 * MINUTE_MS

type Reminder = { conversationId: string; userId: string }

/** Schedules a reminder of unread messages for each person: at most one open job per person. */
export async function remindLater(
  tx: Tx,
  clock: Clock,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
): Promise<void> {
  const runAt = addMs(clock.now(), UNREAD_MS)
  const jobs = userIds.map((userId) => {
    const key = `${REMIND_JOB}:${conversationId}:${userId}`
    return { name: REMIND_JOB, payload: { conversationId, userId }, runAt, key }
  })
  await enqueueAll(tx, clock, jobs)
}

/** Tells a person who sent unread messages, never their text; once until the person reads them. */
export async function remindUnread(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { conversationId, userId }: Reminder,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const conversation = await findConversation(tx, { id: conversationId, userId })
    if (!conversation) return
    const readSeq = conversation.positions[userId] ?? 0
    const asked = { conversationIds: [conversationId], viewerId: userId }
    const last = (await findLastMessages(tx, asked)).get(conversationId)
    if (!last || last.seq <= readSeq) return
    const trip = await findTripFacts(tx, conversation.tripId)
    const sender = (await findPeople(tx, [last.senderId])).get(last.senderId)
    if (!trip) return
    const { from, to } = presentTrip(trip, conversation)
    const names = { sender: sender?.name ?? '', from: from.name, to: to.name }
    const data = { path: `/mensajes/${conversationId}`, ...names }
    await tellUser(tx, deps, messageReceived, {
      userId,
      data,
      cause: `${conversationId}:${readSeq}`,
    })
  })
}
