import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import { areBlocked, requireConfirmedEmail } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { stageOf, stageOfGroup, stages } from './conversation-rules.ts'
import {
  findStageFacts,
  hasConversation,
  insertConversation,
  insertMembers,
  listTravellers,
} from './conversations.queries.ts'

/**
 * Opens a conversation of a trip, or answers the existing one: of a passenger and the driver, or of
 * everybody aboard. A driver cannot write first to a person without a booking. Errors:
 * `trip_not_found`, `person_not_found`, `conversation_over`, `conversation_closed`,
 * `email_unconfirmed`, `terms_required`, `questions_off`.
 */
export async function openConversation(
  deps: ReadDeps,
  { userId }: ActorId,
  opening: { tripId: string; with?: string | undefined; group?: true | undefined },
): Promise<{ id: string }> {
  const questions = await readSwitch(deps, 'questions')
  return await inTransaction(deps.db, async (tx) => {
    const trip = await findStageFacts(tx, { tripId: opening.tripId, passengerId: null })
    if (!trip || trip.tripStatus === 'draft') throw new AppError('trip_not_found')
    const { driverId } = trip
    if (opening.group) return await openGroup(tx, deps, { ...opening, userId, driverId })
    const passengerId = driverId === userId ? opening.with : userId
    if (!passengerId || passengerId === driverId) throw new AppError('person_not_found')
    const id = derivedId('conversation', opening.tripId, passengerId)
    return await openDirect(tx, deps, { id, ...opening, userId, driverId, passengerId }, questions)
  })
}

type Direct = { id: string; tripId: string; userId: string; driverId: string; passengerId: string }

async function openDirect(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, ...opened }: Direct,
  questions: { assertOn(): void },
): Promise<{ id: string }> {
  const { id, tripId, driverId, passengerId } = opened
  const now = clock.now()
  const facts = await findStageFacts(tx, { tripId, passengerId })
  if (await hasConversation(tx, id)) return { id }
  if (!facts?.bookingStatus) questions.assertOn()
  // A driver cannot write first to a person without a booking.
  if (userId === driverId && !facts?.bookingStatus) throw new AppError('person_not_found')
  if (!facts || !stages[stageOf(facts, now)].writing) throw new AppError('conversation_over')
  if (await areBlocked(tx, driverId, passengerId)) throw new AppError('conversation_closed')
  await requireConfirmedEmail(tx, userId)
  await insertConversation(tx, { ...opened, now })
  await insertMembers(tx, { conversationId: id, userIds: [driverId, passengerId] })
  return { id }
}

async function openGroup(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { tripId, userId, driverId }: Pick<Direct, 'tripId' | 'userId' | 'driverId'>,
): Promise<{ id: string }> {
  const id = derivedId('conversation', tripId, 'group')
  const now = clock.now()
  const travellers = await listTravellers(tx, tripId)
  const isNew = !(await hasConversation(tx, id))
  if (userId !== driverId) {
    if (isNew || !travellers.includes(userId)) throw new AppError('trip_not_found')
    return { id }
  }
  if (!isNew) return { id }
  const facts = await findStageFacts(tx, { tripId, passengerId: null })
  if (!facts || !stages[stageOfGroup(facts, now)].writing) throw new AppError('conversation_over')
  await insertConversation(tx, { id, tripId, driverId, passengerId: null, now })
  await insertMembers(tx, { conversationId: id, userIds: [driverId, ...travellers] })
  return { id }
}
