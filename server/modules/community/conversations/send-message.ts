import type { Message } from '#contract/conversations.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { hasContact, numberAcross } from '#server/modules/foundation/text-rules/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { presentMessages } from './conversations.present.ts'
import { type Access, lockAccess, waitsForAnswer } from './find-access.ts'
import { type Body, bodyColumn } from './message-body.ts'
import {
  insertMessage,
  listSentMessages,
  type MessageRow,
  markContact,
} from './messages.queries.ts'
import { remindLater } from './remind-later.ts'

type Sending = {
  conversationId: string
  clientId: string
  body: Body
  /** Whether Cupo wrote the text, which is then not searched for contact data. */
  isOurs?: boolean
}

/**
 * Writes a message and notifies the open screens of everybody who can see it. A repeat with the
 * same `clientId` answers the stored message. Errors: `conversation_not_found`,
 * `conversation_over`, `conversation_closed`, `conversation_removed`, `wait_for_answer`.
 */
export async function sendMessage(
  deps: ActDeps,
  actor: ActorId,
  sending: Sending,
): Promise<Message> {
  const [people, { access, row }] = await Promise.all([
    findPeople(deps.db, [actor.userId]),
    inTransaction(deps.db, (tx) => storeMessage(tx, deps, actor, sending)),
  ])
  const [message] = presentMessages(deps, { access, actor, rows: [row], people })
  if (!message) throw new AppError('internal')
  return message
}

/** As `sendMessage`, in a transaction; `isNew` is false for a repeat. */
export async function storeMessage(
  tx: Tx,
  deps: TellDeps,
  actor: ActorId,
  { conversationId, clientId, body, isOurs = false }: Sending,
): Promise<{ access: Access; row: MessageRow; isNew: boolean }> {
  const access = await lockAccess(tx, deps, actor, conversationId)
  const sent = { conversationId, senderId: actor.userId, clientId }
  const own = await listSentMessages(tx, { ...sent, limit: SPREAD_MAX })
  const earlier = own.find((each) => each.clientId === clientId)
  if (earlier) return { access, row: earlier, isNew: false }
  requireOpen(access)
  const { others } = access
  const seq = access.conversation.lastSeq + 1
  const row = await store(tx, deps, { ...sent, seq, body, isOurs }, { own, others })
  await announce(tx, [actor.userId, ...others], { type: 'message', ref: conversationId })
  await remindLater(tx, deps.clock, { conversationId, userIds: others })
  return { access, row, isNew: true }
}

/**
 * Refuses what cannot be written now. Errors: `conversation_over`, `conversation_removed`,
 * `conversation_closed`, `wait_for_answer`.
 */
export function requireOpen(access: Access): void {
  if (access.closed === 'over') throw new AppError('conversation_over')
  if (access.closed === 'removed') throw new AppError('conversation_removed')
  if (access.closed === 'blocked') throw new AppError('conversation_closed')
  if (waitsForAnswer(access)) throw new AppError('wait_for_answer')
}

type Stored = { conversationId: string; senderId: string; clientId: string; seq: number }

/** Latest messages of the sender, and the other participants. */
type Around = { own: readonly MessageRow[]; others: readonly string[] }

async function store(
  tx: Tx,
  { clock, secrets }: TellDeps,
  { body, isOurs, ...message }: Stored & { body: Body; isOurs: boolean },
  { own, others }: Around,
): Promise<MessageRow> {
  const id = newId()
  const row = {
    ...message,
    id,
    kind: 'text' in body ? ('text' as const) : ('position' as const),
    sealed: bodyColumn.seal(secrets, id, body),
    hasContact: 'text' in body && !isOurs && (await notesContact(tx, secrets, own, body.text)),
    removedAt: null,
    createdAt: clock.now(),
  }
  await insertMessage(tx, row, others)
  return row
}

/** Number of consecutive messages of one sender that are searched for a spread phone number. */
const SPREAD_MAX = 15

/** Whether a text has contact data, or completes a phone number begun before, which is marked. */
async function notesContact(
  tx: Tx,
  secrets: Deps['secrets'],
  own: readonly MessageRow[],
  text: string,
): Promise<boolean> {
  const earlier = own.toReversed().flatMap(({ id, sealed, removedAt }) => {
    if (sealed === null || removedAt !== null) return []
    const body = bodyColumn.open(secrets, { id, sealed })
    return 'text' in body ? [{ id, text: body.text }] : []
  })
  const texts = earlier.map((each) => each.text)
  const from = numberAcross(texts, text)
  if (from === null) return hasContact(text)
  const ids = earlier.slice(from).map(({ id }) => id)
  await markContact(tx, ids)
  return true
}
