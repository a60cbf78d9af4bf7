import { announce } from '#server/modules/foundation/notifications/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { lockAccess } from './find-access.ts'
import { endRemoval, insertRemoval } from './groups.queries.ts'

type Named = { conversationId: string; userId: string }

/**
 * Removes a passenger from the group of the driver's trip: they see no new messages and cannot
 * write. The booking stays. Errors: `conversation_not_found`, `person_not_found`.
 */
export async function removeFromGroup(deps: ReadDeps, actor: ActorId, named: Named): Promise<void> {
  await changeGroup(deps, actor, named, (tx, afterSeq, now) =>
    insertRemoval(tx, { id: newId(), ...named, afterSeq, now }),
  )
}

/**
 * Lets a removed passenger back. Messages written meanwhile stay hidden, because their senders did
 * not expect this reader. Errors: as `removeFromGroup`.
 */
export async function letBackIntoGroup(deps: ReadDeps, actor: ActorId, named: Named) {
  await changeGroup(deps, actor, named, (tx, untilSeq, now) =>
    endRemoval(tx, { ...named, untilSeq, now }),
  )
}

/**
 * Locks the group of this driver's trip against new messages; the passenger must belong to it. If
 * `change` answers true, open screens of driver and passenger read the conversation again.
 */
async function changeGroup(
  deps: ReadDeps,
  actor: ActorId,
  { conversationId, userId }: Named,
  change: (tx: Tx, lastSeq: number, now: Date) => Promise<boolean>,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { conversation, as } = await lockAccess(tx, deps, actor, conversationId)
    const isGroup = conversation.passengerId === null
    if (!isGroup || as !== 'driver') throw new AppError('conversation_not_found')
    if (!conversation.travellers.includes(userId)) throw new AppError('person_not_found')
    if (!(await change(tx, conversation.lastSeq, now))) return
    await announce(tx, [actor.userId, userId], { type: 'message', ref: conversationId })
  })
}
