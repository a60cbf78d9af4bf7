import { announce } from '#server/modules/foundation/notifications/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findConversation } from './conversations.queries.ts'
import { participantsOf } from './find-access.ts'
import { bodyColumn } from './message-body.ts'
import { findMessage, type MessageRow, markRemoved } from './messages.queries.ts'

/** Reported message as the team sees it; its text is null for a position. */
type ReportedMessage = { senderId: string; text: string | null; sentAt: Date; removed: boolean }

/** Finds and decrypts a reported message for a decision of the team; undefined: no such message. */
export async function findReportedMessage(
  reader: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  messageId: string,
): Promise<ReportedMessage | undefined> {
  const row = await findMessage(reader, messageId)
  if (!row) return undefined
  const { id, sealed } = row
  const body = sealed && bodyColumn.open(secrets, { id, sealed })
  return {
    senderId: row.senderId,
    text: body && 'text' in body ? body.text : null,
    sentAt: row.createdAt,
    removed: row.removedAt !== null,
  }
}

/** Whether the user can read the message, and therefore report it. */
export async function canReadMessage(
  reader: Reader,
  { messageId, userId }: { messageId: string; userId: string },
): Promise<boolean> {
  const row = await findMessage(reader, messageId)
  const conversation = row && (await conversationOf(reader, row))
  return conversation !== undefined && participantsOf(conversation).includes(userId)
}

/** Hides a message from everybody, after a decision of the team. Safe to repeat. */
export async function hideMessage(tx: Tx, { clock }: Pick<Deps, 'clock'>, messageId: string) {
  const row = await findMessage(tx, messageId)
  const conversation = row && (await conversationOf(tx, row))
  if (!conversation || !(await markRemoved(tx, messageId, clock.now()))) return
  // In a group, people blocked by the sender, or who blocked the sender, never saw the message.
  const people = participantsOf(conversation).filter((id) => !conversation.hidden.includes(id))
  await announce(tx, people, { type: 'message', ref: conversation.id })
}

function conversationOf(reader: Reader, { conversationId, senderId }: MessageRow) {
  return findConversation(reader, { id: conversationId, userId: senderId })
}
