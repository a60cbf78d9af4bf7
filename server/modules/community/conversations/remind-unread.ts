import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { messageReceived } from './conversations.messages.ts'
import { presentTrip } from './conversations.present.ts'
import { findConversation } from './conversations.queries.ts'
import { findLastMessages } from './messages.queries.ts'

type Reminder = { conversationId: string; userId: string }

/** Tells a person who sent unread messages, never their text; once until the person reads them. */
export async function remindUnread(deps: ActDeps, { conversationId, userId }: Reminder) {
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
