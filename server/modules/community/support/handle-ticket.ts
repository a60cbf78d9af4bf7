// Actions of the team on a ticket. Each action locks the ticket and is recorded in the audit trail.

import { UNDO_SECONDS } from '#contract/limits.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import {
  type Closing,
  closeIncident,
  isIncidentOpen,
} from '#server/modules/community/safety/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { mailStranger, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { presentThread } from './desk.present.ts'
import { guestPath } from './guest-ticket.ts'
import { ticketPath } from './open-ticket.ts'
import { ticketAnswered } from './support.messages.ts'
import {
  assign,
  findLastOfPerson,
  findMessage,
  listSilentTickets,
  listTicketsIn,
  lockTicket,
  lockTicketsOf,
  markOverdue,
  noteFirstAnswer,
  setTurn,
} from './support.queries.ts'
import type { Due, Ticket } from './ticket.ts'
import { openGuest } from './ticket-text.ts'
import { addMessage, type Written } from './write-message.ts'

export type Handled = { ticketId: string }

/** Reads a ticket for the team. Errors: `ticket_not_found`. */
export function readTicket(deps: ActDeps, actor: ActorId, asked: Handled): Promise<DeskThread> {
  return handle(deps, actor, { ...asked, action: 'ticket.viewed', own: true }, async () => {})
}

/**
 * Assigns to the actor a ticket that `from` has, or a free one. Of two parallel calls one is
 * refused. Errors: `ticket_not_found`, `ticket_taken`, `forbidden` (the actor's own ticket).
 */
export function takeTicket(
  deps: ActDeps,
  actor: ActorId,
  { from, ...asked }: Handled & { from: string | null },
): Promise<DeskThread> {
  return handle(deps, actor, { ...asked, action: 'ticket.taken' }, async (tx, ticket) => {
    if (ticket.assignedTo === actor.userId) return
    if (ticket.assignedTo !== (from?.toLowerCase() ?? null)) throw new AppError('ticket_taken')
    await assign(tx, { id: ticket.id, userId: actor.userId })
  })
}

/** Returns a ticket to the queue. Errors: `ticket_not_found`, `ticket_taken`, `forbidden`. */
export function releaseTicket(deps: ActDeps, actor: ActorId, asked: Handled): Promise<DeskThread> {
  return handle(deps, actor, { ...asked, action: 'ticket.released' }, async (tx, ticket) => {
    if (ticket.assignedTo === null) return
    if (ticket.assignedTo !== actor.userId) throw new AppError('ticket_taken')
    await assign(tx, { id: ticket.id, userId: null })
  })
}

/** Job: an answer leaves, see `held-answer.ts`. */
export const ANSWER_LEAVES_JOB = 'support.answer-leaves'

/**
 * Answers a ticket, tells its person, resolves it if `resolve`, and assigns it if free: at once
 * about safety, else after the 30 seconds of `held-answer.ts`. A ticket of an open incident is
 * resolved with the incident only. Errors: `ticket_not_found`, `ticket_taken`,
 * `ticket_of_incident`, `ticket_written` when the person wrote after `seenMessageId`, `forbidden`
 * (own ticket), `idempotency_mismatch`.
 */
export function answerTicket(
  deps: ActDeps,
  actor: ActorId,
  { resolve, id, text, seenMessageId, ...asked }: Handled & Written & Answering,
): Promise<DeskThread> {
  const action = resolve ? 'ticket.resolved' : 'ticket.answered'
  return handle(deps, actor, { ...asked, action }, async (tx, ticket) => {
    if (ticket.assignedTo !== null && ticket.assignedTo !== actor.userId) {
      throw new AppError('ticket_taken')
    }
    if (resolve && ticket.incidentId && (await isIncidentOpen(tx, ticket.incidentId))) {
      throw new AppError('ticket_of_incident')
    }
    const isRepeat = (await findMessage(tx, id.toLowerCase())) !== undefined
    if (!isRepeat) await assertRead(tx, ticket, seenMessageId)
    const answer = { id, text, authorId: actor.userId, resolve }
    if (ticket.kind === 'safety') {
      if (!(await writeAnswer(tx, deps, ticket, answer))) return
      return await tell(tx, deps, ticket, { resolved: resolve, cause: id })
    }
    if (!(await addAnswer(tx, deps, ticket, { ...answer, kind: 'held' }))) return
    const payload = { messageId: id, resolve }
    const runAt = addMs(deps.clock.now(), UNDO_SECONDS * 1_000)
    await enqueue(tx, deps.clock, { name: ANSWER_LEAVES_JOB, payload, runAt })
  })
}

/** Requires that the screen showed the last message of the person: the answer may not fit it. */
async function assertRead(tx: Tx, { id }: Ticket, seenId: SeenId): Promise<void> {
  if (seenId === undefined) return
  const last = await findLastOfPerson(tx, id)
  if ((last?.id ?? null) !== (seenId?.toLowerCase() ?? null)) throw new AppError('ticket_written')
}

type SeenId = string | null | undefined
type Answering = { resolve: boolean; seenMessageId?: SeenId }
type Answer = Written & { authorId: string; resolve: boolean }

/** Writes an answer in a locked ticket and tells nobody; false for a repeat. */
async function writeAnswer(
  tx: Tx,
  deps: ActDeps,
  ticket: Ticket,
  { id, text, authorId, resolve }: Answer,
): Promise<boolean> {
  const isNew = await addAnswer(tx, deps, ticket, { id, text, authorId, kind: 'team' })
  if (isNew) await giveAnswer(tx, ticket, { resolve, due: null, now: deps.clock.now() })
  return isNew
}

/** Stores an answer in a locked ticket and assigns it if free; false for a repeat. */
async function addAnswer(
  tx: Tx,
  deps: ActDeps,
  ticket: Ticket,
  { id, text, authorId, kind }: Written & { authorId: string; kind: 'team' | 'held' },
): Promise<boolean> {
  if (!(await addMessage(tx, deps, ticket, { id, text, kind, authorId, handedTo: null })))
    return false
  if (ticket.assignedTo === null) await assign(tx, { id: ticket.id, userId: authorId })
  return true
}

/** Gives the turn to the person of a locked ticket, or keeps it with the team until `due`. */
export async function giveAnswer(
  tx: Tx,
  { id, reopenedAt }: Ticket,
  { resolve, due, now }: { resolve: boolean; due: Due | null; now: Date },
): Promise<void> {
  await noteFirstAnswer(tx, { id, now })
  const turn = resolve
    ? { status: 'resolved' as const, resolvedAt: now }
    : { status: due ? ('open' as const) : ('waiting' as const), resolvedAt: null }
  await setTurn(tx, { id, ...turn, due, reopenedAt, now })
}

/** Answer to who wrote about the trip of somebody else's incident: it tells nothing of it. */
const OTHERS_ANSWER =
  'Ya revisamos lo que nos contaste de este viaje. Si falta algo, escríbenos aquí y lo seguimos.'

/**
 * Closes an incident and, in the same transaction, the tickets filed into it: its person reads the
 * answer there too, others a sentence that says nothing of the incident. Errors: of
 * `closeIncident`.
 */
export function closeIncidentWithTickets(deps: ActDeps, actor: ActorId, closing: Closing) {
  return closeIncident(deps, actor, closing, async (tx, incident) => {
    for (const ticket of await lockTicketsOf(tx, incident.id)) {
      if (ticket.status === 'resolved') continue
      const isTheirs = ticket.userId === incident.userId
      const id = derivedId('support.closed', `${incident.id}:${ticket.id}`)
      const text = isTheirs ? closing.answer : OTHERS_ANSWER
      await writeAnswer(tx, deps, ticket, { id, text, authorId: actor.userId, resolve: true })
      // The incident's own message has told its person.
      if (!isTheirs) await tell(tx, deps, ticket, { resolved: true, cause: id })
    }
  })
}

/** Shows the tickets filed into an incident. */
export async function listIncidentTickets(
  deps: ActDeps,
  actor: ActorId,
  { incidentId }: { incidentId: string },
): Promise<DeskThread[]> {
  const tickets = await listTicketsIn(deps.db, incidentId)
  return await Promise.all(tickets.map((each) => presentThread(deps, deps.db, actor, each)))
}

/** Adds a note for the team. Errors: `ticket_not_found`, `forbidden`, `idempotency_mismatch`. */
export function noteTicket(
  deps: ActDeps,
  actor: ActorId,
  { id, text, ...asked }: Handled & Written,
): Promise<DeskThread> {
  return handle(deps, actor, { ...asked, action: 'ticket.noted' }, async (tx, ticket) => {
    const author = { authorId: actor.userId, handedTo: null }
    await addMessage(tx, deps, ticket, { id, text, kind: 'note', ...author })
  })
}

/** Tells the person about an answer; the mail never contains its text. */
export async function tell(
  tx: Tx,
  deps: ActDeps,
  ticket: Ticket,
  { resolved, cause }: { resolved: boolean; cause: string },
): Promise<void> {
  const { id, userId } = ticket
  if (userId !== null) {
    const data = { path: ticketPath(id), resolved }
    return await tellUser(tx, deps, ticketAnswered, { userId, data, cause })
  }
  const guest = openGuest(deps.secrets, ticket)
  if (!guest) return
  const data = { path: guestPath(deps.secrets, id), resolved }
  await mailStranger(tx, deps, ticketAnswered, { address: guest.email, data })
}

type Step = Handled & {
  action: string
  details?: Record<string, unknown>
  /** Whether the step is allowed on the actor's own ticket. */
  own?: boolean
}

/** Runs and records a step on a locked ticket. Errors: `ticket_not_found`, `forbidden`. */
export async function handle(
  deps: ActDeps,
  actor: ActorId,
  { ticketId, action, details, own = false }: Step,
  act: (tx: Tx, ticket: Ticket) => Promise<void>,
): Promise<DeskThread> {
  return await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    // Tickets without a confirmed email are hidden from the team.
    if (!ticket || ticket.status === 'unconfirmed') throw new AppError('ticket_not_found')
    if (ticket.userId === actor.userId && !own) throw new AppError('forbidden')
    await act(tx, ticket)
    const subject = { kind: 'support_ticket', id: ticket.id }
    const entry = { at: deps.clock.now(), action, subject, reason: null }
    await recordStaffAction(tx, actor, { ...entry, ...(details && { details }) })
    return await presentThread(deps, tx, actor, (await lockTicket(tx, ticket.id)) ?? ticket)
  })
}

/** Days after which a ticket that waits for its person counts as resolved. */
const SILENT_DAYS = 14

/** Job: resolves tickets whose person has not written for 14 days, and tells them. */
export async function resolveSilent(deps: ActDeps): Promise<void> {
  const before = addMs(deps.clock.now(), -SILENT_DAYS * DAY_MS)
  const resolve = (id: string) =>
    inTransaction(deps.db, async (tx) => {
      const ticket = await lockTicket(tx, id)
      if (ticket?.status !== 'waiting' || ticket.lastAt >= before) return
      const now = deps.clock.now()
      const { reopenedAt } = ticket
      const turn = { status: 'resolved' as const, due: null, resolvedAt: now, reopenedAt }
      await setTurn(tx, { id, ...turn, now })
      await tell(tx, deps, ticket, { resolved: true, cause: `${id}:${now.toISOString()}` })
    })
  const ids = await listSilentTickets(deps.db, before)
  await eachRowOrFail(ids, resolve, 'a silent ticket is not resolved')
}

export const LATE_TICKET_JOB = 'support.late-ticket'

/** Job: raises one alarm for each late answer, and tells the desk of tickets about safety. */
export async function alarmOverdueTickets(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>) {
  const all = await inTransaction(deps.db, async (tx) => {
    const marked = await markOverdue(tx, deps.clock.now())
    for (const { id: ticketId, kind } of marked) {
      if (kind !== 'safety') continue
      await enqueue(tx, deps.clock, { name: LATE_TICKET_JOB, payload: { ticketId } })
    }
    return marked
  })
  for (const { id: ticketId, kind, assignedTo } of all) {
    deps.metrics.count('ticket_overdue', { kind })
    const late = { ticketId, kind, assignedTo }
    deps.log.error(late, 'a ticket was not answered in time: /admin/tickets')
  }
}
