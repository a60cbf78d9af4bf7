// An answer waits for 30 seconds in which its author can take it back: until then its person
// neither reads it nor is told, and the ticket keeps its clock. About safety it leaves at once.
import { UNDO_SECONDS } from '#contract/limits.ts'
import type { DeskThread, UndoableAnswer } from '#contract/support-desk.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { dueOf } from './about.ts'
import { presentDesk } from './desk.present.ts'
import { giveAnswer, type Handled, handle, tell } from './handle-ticket.ts'
import {
  findMessage,
  listHeldBy,
  listTickets,
  lockTicket,
  releaseAnswer,
  takeBackAnswer,
} from './support.queries.ts'
import { openText } from './ticket-text.ts'

type HeldAnswer = { messageId: string; resolve: boolean }

/**
 * Job: an answer that nobody took back reaches its person. Whoever wrote meanwhile has not read it:
 * their ticket stays open with a new deadline. Safe to repeat.
 */
export async function leaveAnswer(deps: ActDeps, { messageId, resolve }: HeldAnswer) {
  await inTransaction(deps.db, async (tx) => {
    const found = await findMessage(tx, messageId)
    const ticket = found && (await lockTicket(tx, found.ticketId))
    const now = deps.clock.now()
    const released =
      ticket && (await releaseAnswer(tx, { id: messageId, ticketId: ticket.id, now }))
    if (!ticket || !released) return
    const { isFollowed } = released
    const due = isFollowed ? await dueOf({ db: tx, now }, ticket) : null
    const resolved = resolve && !isFollowed
    await giveAnswer(tx, ticket, { resolve: resolved, due, now })
    await tell(tx, deps, ticket, { resolved, cause: messageId })
  })
}

/**
 * Takes back one's own answer that has not left, and returns its words. Errors: `ticket_not_found`,
 * `ticket_answer_left`.
 */
export async function undoAnswer(
  deps: ActDeps,
  actor: ActorId,
  { id, ...asked }: Handled & { id: string },
): Promise<{ ticket: DeskThread; text: string }> {
  let text = ''
  const step = { ...asked, action: 'ticket.answer_undone', details: { messageId: id } }
  const ticket = await handle(deps, actor, step, async (tx, { id: ticketId }) => {
    const message = await findMessage(tx, id)
    const isOwn = message?.ticketId === ticketId && message.authorId === actor.userId
    if (!message || !isOwn || !(await takeBackAnswer(tx, id)))
      throw new AppError('ticket_answer_left')
    text = openText(deps.secrets, message)
  })
  return { ticket, text }
}

/** Answers of the viewer that have not left, the latest first. */
export async function listUndoable(deps: ActDeps, actor: ActorId): Promise<UndoableAnswer[]> {
  const held = await listHeldBy(deps.db, actor.userId)
  const ids = held.map(({ ticketId }) => ticketId)
  const tickets = await presentDesk(deps, deps.db, actor, await listTickets(deps.db, ids))
  return held.flatMap(({ id, ticketId, createdAt }) => {
    const ticket = tickets.find((each) => each.id === ticketId)
    const leftMs = addMs(createdAt, UNDO_SECONDS * 1_000).getTime() - deps.clock.now().getTime()
    if (!ticket) return []
    const { number, person } = ticket
    const secondsLeft = Math.max(0, Math.ceil(leftMs / 1_000))
    return [{ id, ticketId, number, person: person.name, secondsLeft }]
  })
}
