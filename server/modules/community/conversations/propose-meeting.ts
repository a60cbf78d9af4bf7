import type { MeetingEnd, Message } from '#contract/conversations.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { safePointsByIds } from '#server/modules/roads/places/index.ts'
import { changeMeetingIn, lockBooking } from '#server/modules/travel/bookings/index.ts'
import { findJourney } from '#server/modules/travel/journeys/index.ts'
import { findTripFacts, requireOwnPoints } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { presentMessages } from './conversations.present.ts'
import { type Access, findAccess } from './find-access.ts'
import type { MessageRow } from './messages.queries.ts'
import { findMessage } from './messages.queries.ts'
import { isMeetingOpen, type MeetingFacts, presentProposals } from './proposals.present.ts'
import {
  closeProposal,
  insertProposal,
  listProposals,
  type ProposalRow,
} from './proposals.queries.ts'
import { requireOpen, storeMessage } from './send-message.ts'

type Proposed = { conversationId: string; id: string; end: MeetingEnd; pointId: string }

/**
 * Proposes a SafePoint to the other person of a booking, by a message. A repeat with the same `id`
 * answers the stored message. Errors: as `sendMessage`, and `booking_not_found`,
 * `meeting_settled`, `point_not_offered`, `safe_point_not_found`.
 */
export async function proposeMeeting(
  deps: ActDeps,
  actor: ActorId,
  { conversationId, id: clientId, end, pointId }: Proposed,
): Promise<Message> {
  const stored = await inTransaction(deps.db, async (tx) => {
    const { conversation } = await findAccess(tx, deps, actor, conversationId)
    const { bookingId, passengerId } = conversation
    if (passengerId === null || !bookingId) throw new AppError('booking_not_found')
    const facts = await lockFacts(tx, bookingId)
    const point = (await safePointsByIds(tx, [pointId])).get(pointId)
    if (!point) throw new AppError('safe_point_not_found')
    const text = `Propongo este punto para ${end === 'from' ? 'subir' : 'bajar'}: ${point.name}`
    const sending = { conversationId, clientId, body: { text }, isOurs: true }
    const stored = await storeMessage(tx, deps, actor, sending)
    if (!stored.isNew) return stored
    const { booking, trip } = facts
    const stopSeq = end === 'from' ? booking.fromSeq : booking.toSeq
    const [fromPointId, toPointId] = end === 'from' ? [pointId, null] : [null, pointId]
    await requireOwnPoints(tx, trip, { ...booking, fromPointId, toPointId })
    const now = deps.clock.now()
    if (!isMeetingOpen(facts, { end, stopSeq }, now)) throw new AppError('meeting_settled')
    const added = { messageId: stored.row.id, bookingId, end, stopSeq, safePointId: pointId, now }
    await insertProposal(tx, { ...added, proposedBy: actor.userId })
    return stored
  })
  return await presentOne(deps, actor, stored)
}

type Answered = {
  conversationId: string
  messageId: string
  answer: 'accepted' | 'declined' | 'withdrawn'
}

/**
 * Answers a proposed point: accepted by the other person it becomes the point of the booking, and
 * both are told. Pressed twice, or by both at once, it counts once. Errors: as `sendMessage`, and
 * `proposal_not_found`, `proposal_own`, `proposal_over`, and those of `changeMeeting`.
 */
export async function answerProposal(
  deps: ActDeps,
  actor: ActorId,
  { conversationId, messageId, answer }: Answered,
): Promise<Message> {
  const answered = await inTransaction(deps.db, async (tx) => {
    const access = await findAccess(tx, deps, actor, conversationId)
    const row = await findMessage(tx, messageId)
    const asked = await findProposal(tx, { conversationId, messageId })
    const facts = await lockFacts(tx, asked.bookingId)
    // Read again: another press may have held the lock.
    const proposal = await findProposal(tx, { conversationId, messageId })
    requireTurn(proposal, actor, answer)
    if (!row) throw new AppError('proposal_not_found')
    if (proposal.answer === answer) return { access, row }
    requireOpen(access)
    const now = deps.clock.now()
    const isOpen = proposal.answer === null && isMeetingOpen(facts, proposal, now)
    if (!isOpen) throw new AppError('proposal_over')
    await closeProposal(tx, { messageId, answer, now })
    if (answer === 'accepted') await settle(tx, deps, actor, { facts, proposal })
    if (answer === 'declined') await sayOther(tx, deps, actor, proposal)
    const people = [actor.userId, ...access.others]
    await announce(tx, people, { type: 'message', ref: conversationId })
    return { access, row }
  })
  return await presentOne(deps, actor, answered)
}

async function findProposal(
  tx: Tx,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<ProposalRow> {
  const [found] = await listProposals(tx, [messageId])
  if (found?.conversationId !== conversationId) throw new AppError('proposal_not_found')
  return found
}

/** Locks the booking first, as everything that changes it; then reads what decides. */
async function lockFacts(tx: Tx, bookingId: string): Promise<MeetingFacts> {
  const booking = await lockBooking(tx, bookingId)
  const trip = booking && (await findTripFacts(tx, booking.tripId))
  if (!booking || !trip) throw new AppError('booking_not_found')
  return { booking, trip, journey: await findJourney(tx, trip.id) }
}

function requireTurn({ proposedBy }: ProposalRow, { userId }: ActorId, answer: string): void {
  const isOwn = proposedBy === userId
  if (isOwn && answer !== 'withdrawn') throw new AppError('proposal_own')
  if (!isOwn && answer === 'withdrawn') throw new AppError('proposal_not_found')
}

async function settle(
  tx: Tx,
  deps: ActDeps,
  actor: ActorId,
  { facts: { booking }, proposal }: { facts: MeetingFacts; proposal: ProposalRow },
): Promise<void> {
  const { id: bookingId, fromPointId, toPointId } = booking
  const { end, safePointId } = proposal
  const agreed = end === 'from' ? { fromPointId: safePointId } : { toPointId: safePointId }
  const change = { bookingId, fromPointId, toPointId, ...agreed }
  await changeMeetingIn(tx, deps, actor, change, end)
}

/** The refusal is a message, so that it reaches the other person as every message does. */
async function sayOther(tx: Tx, deps: ActDeps, actor: ActorId, proposal: ProposalRow) {
  const { conversationId, messageId } = proposal
  const clientId = derivedId('proposal-declined', messageId)
  const body = { text: 'Prefiero otro punto.' }
  await storeMessage(tx, deps, actor, { conversationId, clientId, body, isOurs: true })
}

async function presentOne(
  deps: ActDeps,
  actor: ActorId,
  { access, row }: { access: Access; row: MessageRow },
): Promise<Message> {
  const proposals = await presentProposals(deps.db, deps, access.conversation, [row.id])
  const people = await findPeople(deps.db, [row.senderId])
  const [message] = presentMessages(deps, { access, actor, rows: [row], people, proposals })
  if (!message) throw new AppError('internal')
  return message
}
