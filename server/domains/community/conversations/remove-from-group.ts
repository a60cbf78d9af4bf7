import { announce } from '#server/domains/foundation/live/live.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { type Access, lockAccess } from './find-access.ts'
import { endRemoval, insertRemoval } from './groups.queries.ts'

type Named = { conversationId: string; userId: string }

/**
 * Removes a passenger from the group of the driver's trip: they see no new messages and cannot
 * write there. Booking and trip do not change. Idempotent. Errors: `conversation_not_found`,
 * `person_not_found`.
 */
export async function removeFromGroup(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: ActorId,
  named: Named,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { conversation } = await lockOwnGroup(tx, deps, actor, named)
    const removal = { id: newId(), ...named, afterSeq: conversation.lastSeq, now }
    if (await insertRemoval(tx, removal)) await tell(tx, actor, named)
  })
}

/**
 * Lets a removed passenger back into the group. Messages written while they were removed stay
 * hidden, because their senders did not expect this reader. Idempotent. Errors: as
 * `removeFromGroup`.
 */
export async function letBackIntoGroup(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: ActorId,
  named: Named,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { conversation } = await lockOwnGroup(tx, deps, actor, named)
    const returned = { ...named, untilSeq: conversation.lastSeq, now }
    if (await endRemoval(tx, returned)) await tell(tx, actor, named)
  })
}

/** Locks the group of this driver's trip against new messages; the passenger must belong to it. */
async function lockOwnGroup(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: ActorId,
  { conversationId, userId }: Named,
): Promise<Access> {
  const access = await lockAccess(tx, deps, actor, conversationId)
  const isGroup = access.conversation.passengerId === null
  if (!isGroup || access.as !== 'driver') throw new AppError('conversation_not_found')
  if (!access.conversation.travellers.includes(userId)) throw new AppError('person_not_found')
  return access
}

/** Makes open screens of driver and passenger read the conversation again. */
async function tell(tx: Tx, actor: ActorId, { conversationId, userId }: Named): Promise<void> {
  await announce(tx, [actor.userId, userId], { type: 'message', ref: conversationId })
}
