import { UNANSWERED_MAX } from '#contract/conversation-limits.ts'
import type { Message } from '#contract/conversations.ts'
import { announce } from '#server/domains/live/live.public.ts'
import { hasContact, numberAcross } from '#server/domains/text-rules/text-rules.public.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { stages } from './conversation-rules.ts'
import { presentMessages } from './conversations.present.ts'
import {
  advanceConversation,
  advanceRead,
  insertMembers,
  lockConversation,
} from './conversations.queries.ts'
import { type Access, findAccess } from './find-access.ts'
import { type Body, openBody, sealBody } from './message-body.ts'
import {
  countUnanswered,
  findSent,
  insertMessage,
  type MessageRow,
  markContact,
  recentTexts,
} from './messages.queries.ts'
import { remindLater } from './remind-unread.ts'

type Sending = { conversationId: string; clientId: string; body: Body }

type SendDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/**
 * Writes a message and tells the open screens of everybody in the conversation. A repeat with the
 * same `clientId` answers the message that was stored.
 * Errors: `conversation_not_found`, `conversation_over`, `conversation_closed`, `wait_for_answer`.
 */
export async function sendMessage(
  deps: SendDeps,
  actor: ActorId,
  { conversationId, clientId, body }: Sending,
): Promise<Message> {
  return await inTransaction(deps.db, async (tx) => {
    const access = await findAccess(tx, deps, actor, conversationId)
    // From here on nobody else writes in it: see `last_seq`.
    const lastSeq = await lockConversation(tx, conversationId)
    const sent = { conversationId, senderId: actor.userId, clientId }
    const earlier = await findSent(tx, sent)
    if (!earlier) await requireOpen(tx, actor, access)
    const row = earlier ?? (await store(tx, deps, { ...sent, seq: lastSeq + 1, body }))
    if (!earlier) await tell(tx, deps, access, row)
    const [message] = await presentMessages(tx, deps, { access, actor, rows: [row] })
    if (!message) throw new AppError('internal')
    return message
  })
}

async function requireOpen(tx: Tx, actor: ActorId, access: Access): Promise<void> {
  if (access.closed === 'over') throw new AppError('conversation_over')
  if (access.closed === 'blocked') throw new AppError('conversation_closed')
  if (await waitsForAnswer(tx, actor, access)) throw new AppError('wait_for_answer')
}

/** Whether a passenger without an agreed booking must wait for the driver. */
export async function waitsForAnswer(
  reader: Reader,
  { userId }: ActorId,
  { as, stage, conversation }: Access,
): Promise<boolean> {
  if (as === 'driver' || !stages[stage].boundedUntilAnswered) return false
  const own = { conversationId: conversation.id, senderId: userId }
  return (await countUnanswered(reader, own)) >= UNANSWERED_MAX
}

type Stored = { conversationId: string; senderId: string; clientId: string; seq: number }

async function store(
  tx: Tx,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  { body, ...message }: Stored & { body: Body },
): Promise<MessageRow> {
  const id = newId()
  const now = clock.now()
  const row = {
    ...message,
    id,
    kind: 'text' in body ? ('text' as const) : ('position' as const),
    sealed: sealBody(secrets, id, body),
    hasContact: 'text' in body && (await notesContact(tx, secrets, message, body.text)),
    removedAt: null,
    createdAt: now,
  }
  await insertMessage(tx, row)
  await advanceConversation(tx, { id: message.conversationId, seq: message.seq, now })
  return row
}

/** Messages of one person that a telephone number may be spread over. */
const SPREAD_MAX = 15

/**
 * Whether a text has contact data, or ends a telephone number that earlier messages of its sender
 * began: those are marked too.
 */
async function notesContact(
  tx: Tx,
  secrets: Deps['secrets'],
  { conversationId, senderId }: Stored,
  text: string,
): Promise<boolean> {
  const recent = await recentTexts(tx, { conversationId, senderId, limit: SPREAD_MAX })
  const earlier = recent.reverse().flatMap(({ id, sealed }) => {
    const body = openBody(secrets, id, sealed)
    return 'text' in body ? [{ id, text: body.text }] : []
  })
  const from = numberAcross(
    earlier.map((each) => each.text),
    text,
  )
  if (from === null) return hasContact(text)
  await markContact(
    tx,
    earlier.slice(from).map(({ id }) => id),
  )
  return true
}

async function tell(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { others, conversation }: Access,
  { senderId, seq }: MessageRow,
): Promise<void> {
  const conversationId = conversation.id
  await insertMembers(tx, { conversationId, userIds: others })
  await advanceRead(tx, { conversationId, userId: senderId, upTo: seq })
  await announce(tx, [senderId, ...others], { type: 'message', ref: conversationId })
  await remindLater(tx, clock, { conversationId, userIds: others })
}
