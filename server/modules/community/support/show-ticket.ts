import type { OwnTicket } from '#contract/support.ts'
import type { TicketSummary } from '#contract/support-tickets.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  findFirstMessages,
  findTicket,
  isForPerson,
  listMessagesOf,
  listPhotosOf,
  listTicketsOf,
  type MessageRow,
} from './support.queries.ts'
import { excerptOf, isOverdue, type Ticket } from './ticket.ts'
import { openAbout, openText } from './ticket-text.ts'

export async function listTickets(deps: ActDeps, { userId }: ActorId): Promise<TicketSummary[]> {
  const tickets = await listTicketsOf(deps.db, userId)
  const all = await summaries(deps, deps.db, tickets)
  return all.map((each, at) => ({ ...each, ...(!tickets[at]?.isPromised && { dueAt: null }) }))
}

/** Shows a person their ticket. Errors: `ticket_not_found`, also for tickets of others. */
export async function showTicket(
  deps: ActDeps,
  { userId }: ActorId,
  { ticketId }: { ticketId: string },
): Promise<OwnTicket> {
  const ticket = await findTicket(deps.db, ticketId)
  if (ticket?.userId !== userId) throw new AppError('ticket_not_found')
  return await presentOwn(deps, deps.db, ticket)
}

/** Presents tickets for lists, in the given order, with the deadlines of the team. */
export async function summaries(
  deps: ActDeps,
  db: Reader,
  tickets: readonly Ticket[],
): Promise<TicketSummary[]> {
  const ids = tickets.map(({ id }) => id)
  const first = await findFirstMessages(db, ids)
  return tickets.map((ticket) => summaryOf(deps, ticket, first.get(ticket.id)))
}

function summaryOf({ clock, secrets }: ActDeps, ticket: Ticket, first: MessageRow | undefined) {
  return {
    id: ticket.id,
    number: ticket.number,
    kind: ticket.kind,
    status: ticket.status,
    isReopened: ticket.status === 'open' && ticket.reopenedAt !== null,
    excerpt: first ? excerptOf(openText(secrets, first)) : '',
    about: openAbout(secrets, ticket)?.title ?? null,
    createdAt: ticket.createdAt.toISOString(),
    lastAt: ticket.lastAt.toISOString(),
    dueAt: ticket.dueAt?.toISOString() ?? null,
    isOverdue: isOverdue(ticket, clock.now()),
    canRate: ticket.status === 'resolved' && ticket.rating === null,
  }
}

/** Presents a ticket to its person, without notes of the team and answers that have not left. */
export async function presentOwn(deps: ActDeps, db: Reader, ticket: Ticket): Promise<OwnTicket> {
  const messages = (await listMessagesOf(db, ticket.id)).filter(({ kind }) => isForPerson(kind))
  const photos = Map.groupBy(await listPhotosOf(db, ticket.id), ({ messageId }) => messageId)
  const authors = messages.flatMap(({ kind, authorId }) => (kind === 'team' && authorId) || [])
  const team = await findPeople(db, authors)
  const first = messages.find(({ kind }) => kind === 'person')
  return {
    ...summaryOf(deps, ticket, first),
    ...(!ticket.isPromised && { dueAt: null }),
    subject: openAbout(deps.secrets, ticket),
    messages: messages.map((message) => ({
      id: message.id,
      mine: message.kind === 'person',
      author: message.kind === 'person' ? null : (team.get(message.authorId ?? '')?.name ?? 'Cupo'),
      text: openText(deps.secrets, message),
      at: message.createdAt.toISOString(),
      photoIds: (photos.get(message.id) ?? []).map(({ id }) => id),
    })),
    // The same for every ticket about a trip: it does not reveal the incident of somebody else.
    isIncident: ticket.kind === 'safety' && /^(trip|booking)$/.test(ticket.aboutKind ?? ''),
    rating: ticket.rating,
  }
}
