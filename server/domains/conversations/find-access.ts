import { areBlocked } from '#server/domains/blocks/blocks.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Stage, stageOf, stageOfGroup, stages } from './conversation-rules.ts'
import { type ConversationRow, findConversation, listTravellers } from './conversations.queries.ts'

export type Access = {
  conversation: ConversationRow
  stage: Stage
  as: 'passenger' | 'driver'
  /** Everybody else in it. */
  others: string[]
  closed: 'over' | 'blocked' | null
}

/**
 * The conversation, if this person belongs to it, and whether they may write.
 * Errors: `conversation_not_found`.
 */
export async function findAccess(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  { userId }: ActorId,
  conversationId: string,
): Promise<Access> {
  const conversation = await findConversation(reader, conversationId)
  if (!conversation) throw new AppError('conversation_not_found')
  const { driverId, passengerId, tripId } = conversation
  const isGroup = passengerId === null
  const people = isGroup
    ? [driverId, ...(await listTravellers(reader, tripId))]
    : [driverId, passengerId]
  if (!people.includes(userId)) throw new AppError('conversation_not_found')
  const stage = (isGroup ? stageOfGroup : stageOf)(conversation, clock.now())
  const isBlocked = !isGroup && (await areBlocked(reader, driverId, passengerId))
  return {
    conversation,
    stage,
    as: userId === driverId ? 'driver' : 'passenger',
    others: people.filter((id) => id !== userId),
    closed: stages[stage].writing ? (isBlocked ? 'blocked' : null) : 'over',
  }
}
