import { MESSAGES_PER_PAGE } from '#contract/conversation-limits.ts'
import type { MessagePage } from '#contract/conversations.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { hidesContacts } from './conversation-rules.ts'
import { presentConversation, presentMembers, presentMessages } from './conversations.present.ts'
import { advanceRead, countUnreadConversations } from './conversations.queries.ts'
import { findAccess, removableBy, waitsForAnswer } from './find-access.ts'
import { listMessages } from './messages.queries.ts'
import { presentProposals } from './proposals.present.ts'

type Asked = { conversationId: string; before?: number | undefined; after?: number | undefined }

/**
 * Reads a page of messages in ascending order: the newest, those before `before`, or those after
 * `after`. Errors: `conversation_not_found`.
 */
export async function readMessages(
  deps: ActDeps,
  actor: ActorId,
  { conversationId, before, after }: Asked,
): Promise<MessagePage> {
  const { db } = deps
  const access = await findAccess(db, deps, actor, conversationId)
  const limit = MESSAGES_PER_PAGE + 1
  const { userId: viewerId } = actor
  const asked = { conversationId, viewerId, before: before ?? null, after: after ?? null, limit }
  const [found, present] = await Promise.all([
    listMessages(db, asked),
    findPeople(db, [viewerId, ...access.others, ...removableBy(access)]),
  ])
  // The sender of a message in a group may have left the group since.
  const left = found.map(({ senderId }) => senderId).filter((id) => !present.has(id))
  const people = new Map([...present, ...(await findPeople(db, left))])
  const rows = found.slice(0, MESSAGES_PER_PAGE)
  if (after === undefined) rows.reverse()
  const ids = rows.map(({ id }) => id)
  const proposals = await presentProposals(db, deps, access.conversation, ids)
  const { positions } = access.conversation
  const others = access.others.map((id) => positions[id] ?? 0)
  const unanswered = access.closed === null && waitsForAnswer(access)
  return {
    conversation: {
      ...(await presentConversation(db, access, people)),
      closed: unanswered ? 'unanswered' : access.closed,
      masksContacts: hidesContacts(access.stage, access.conversation),
      readByOthers: others.length === 0 ? 0 : Math.min(...others),
      readByMe: positions[viewerId] ?? 0,
      members: presentMembers(access, people),
    },
    messages: presentMessages(deps, { access, actor, rows, people, proposals }),
    more: found.length > rows.length,
  }
}

/** Marks messages up to `upTo` as read. Safe to repeat. Errors: `conversation_not_found`. */
export async function markRead(
  deps: ReadDeps,
  actor: ActorId,
  { conversationId, upTo }: { conversationId: string; upTo: number },
): Promise<{ unread: number }> {
  const { userId } = actor
  return await inTransaction(deps.db, async (tx) => {
    const { others } = await findAccess(tx, deps, actor, conversationId)
    if (await advanceRead(tx, { conversationId, userId, upTo })) {
      await announce(tx, [userId, ...others], { type: 'read', ref: conversationId })
    }
    return { unread: await countUnreadConversations(tx, userId) }
  })
}

/** Tells other participants that the actor is typing. Errors: `conversation_not_found`. */
export async function noteTyping(deps: ReadDeps, actor: ActorId, conversationId: string) {
  await inTransaction(deps.db, async (tx) => {
    const { others, closed } = await findAccess(tx, deps, actor, conversationId)
    if (closed === null) await announce(tx, others, { type: 'typing', ref: conversationId })
  })
}
