import { UNANSWERED_MAX } from '#contract/conversation-limits.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Stage, stageOf, stageOfGroup, stages } from './conversation-rules.ts'
import {
  type ConversationRow,
  findConversation,
  lockConversation,
} from './conversations.queries.ts'

export type Access = {
  conversation: ConversationRow
  stage: Stage
  as: 'passenger' | 'driver'
  /** Other people who see the viewer's messages and whose messages the viewer sees. */
  others: string[]
  closed: 'over' | 'blocked' | 'removed' | null
}

/** Finds the conversation for a participant. Errors for all others: `conversation_not_found`. */
export async function findAccess(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  actor: ActorId,
  conversationId: string,
): Promise<Access> {
  const found = await findConversation(reader, { id: conversationId, userId: actor.userId })
  return accessOf(deps, actor, found)
}

/** As `findAccess`, with the conversation locked for a new message. */
export async function lockAccess(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: ActorId,
  conversationId: string,
): Promise<Access> {
  const found = await lockConversation(tx, { id: conversationId, userId: actor.userId })
  return accessOf(deps, actor, found)
}

/** People who can read a conversation: driver and passenger, or everybody in the group. */
export function participantsOf({ driverId, passengerId, travellers }: ConversationRow): string[] {
  return [driverId, ...(passengerId === null ? travellers : [passengerId])]
}

function accessOf(
  { clock }: Pick<Deps, 'clock'>,
  { userId }: ActorId,
  conversation: ConversationRow | undefined,
): Access {
  if (!conversation) throw new AppError('conversation_not_found')
  const { driverId, passengerId, hidden, removed } = conversation
  const people = participantsOf(conversation)
  if (!people.includes(userId)) throw new AppError('conversation_not_found')
  const stage = (passengerId === null ? stageOfGroup : stageOf)(conversation, clock.now())
  const isOut = removed.includes(userId)
  const unseen = new Set([userId, ...hidden, ...removed])
  return {
    conversation,
    stage,
    as: userId === driverId ? 'driver' : 'passenger',
    others: isOut ? [] : people.filter((id) => !unseen.has(id)),
    closed: isOut ? 'removed' : closedBy(stage, conversation),
  }
}

function closedBy(stage: Stage, { blocked }: ConversationRow): Access['closed'] {
  if (!stages[stage].writing) return 'over'
  return blocked ? 'blocked' : null
}

/** Passengers whom the viewer can remove from a group: none unless the viewer is the driver. */
export function removableBy({ as, conversation }: Access): string[] {
  return as === 'driver' && conversation.passengerId === null ? conversation.travellers : []
}

/** Whether a passenger without an agreed booking must wait for the driver. */
export function waitsForAnswer({ as, stage, conversation: { unanswered } }: Access): boolean {
  return as === 'passenger' && stages[stage].boundedUntilAnswered && unanswered >= UNANSWERED_MAX
}
