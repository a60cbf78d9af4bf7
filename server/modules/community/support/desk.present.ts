import type { DeskThread, DeskTicket } from '#contract/support-desk.ts'
import { urgencyOfTicket } from '#contract/urgency.ts'
import { isIncidentOpen } from '#server/modules/community/safety/index.ts'
import {
  findGreetedName,
  findMaskedContacts,
  findPeople,
  type MaskedContact,
  maskEmail,
} from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { travelTimesOf } from './rank-tickets.ts'
import { summaries } from './show-ticket.ts'
import { listMessagesOf, listPhotosOf } from './support.queries.ts'
import type { Ticket } from './ticket.ts'
import { openAbout, openComment, openGuest, openText } from './ticket-text.ts'

/** Presents tickets for the queue, in the given order; emails are masked. */
export async function presentDesk(
  deps: ActDeps,
  db: Reader,
  { userId: viewerId }: ActorId,
  tickets: readonly Ticket[],
): Promise<DeskTicket[]> {
  const ids = tickets.flatMap(({ userId, assignedTo }) => [userId ?? [], assignedTo ?? []].flat())
  const people = await findMaskedContacts(db, ids)
  const shown = await summaries(deps, db, tickets)
  const times = await travelTimesOf(
    db,
    deps,
    tickets.map(({ id }) => id),
  )
  return tickets.map((ticket, index) => {
    const summary = shown[index]
    assert(summary, 'one summary for each')
    const { canRate, ...rest } = summary
    const { userId, assignedTo, rating } = ticket
    const assignee = people.get(assignedTo ?? '')
    const travelsAt = times.get(ticket.id)?.toISOString() ?? null
    return {
      ...rest,
      person: { id: userId, ...(people.get(userId ?? '') ?? maskedGuest(deps, ticket)) },
      assignee: assignedTo && assignee ? { id: assignedTo, name: assignee.name } : null,
      isMine: assignedTo === viewerId,
      isOwn: userId === viewerId,
      urgency: urgencyOfTicket(ticket.kind, travelsAt),
      travelsAt,
      rating,
    }
  })
}

function maskedGuest({ secrets }: ActDeps, ticket: Ticket): MaskedContact {
  const guest = openGuest(secrets, ticket)
  if (!guest) return { name: '(borrado)', email: '' }
  return { name: guest.name, email: maskEmail(guest.email) }
}

async function greetedNameOf({ secrets }: ActDeps, db: Reader, ticket: Ticket) {
  if (ticket.userId !== null) return await findGreetedName(db, ticket.userId)
  return openGuest(secrets, ticket)?.name.trim().split(/\s+/)[0] || null
}

/** Presents a ticket with its messages and notes to the team. */
export async function presentThread(
  deps: ActDeps,
  db: Reader,
  actor: ActorId,
  ticket: Ticket,
): Promise<DeskThread> {
  const [shown] = await presentDesk(deps, db, actor, [ticket])
  assert(shown, 'it is presented')
  const messages = await listMessagesOf(db, ticket.id)
  const photos = Map.groupBy(await listPhotosOf(db, ticket.id), ({ messageId }) => messageId)
  const ids = messages.flatMap(({ authorId, handedTo }) => [authorId ?? [], handedTo ?? []].flat())
  const team = await findPeople(db, ids)
  return {
    ...shown,
    greetedName: await greetedNameOf(deps, db, ticket),
    subject: openAbout(deps.secrets, ticket),
    incidentId: ticket.incidentId,
    isFiled: ticket.incidentId !== null && (await isIncidentOpen(db, ticket.incidentId)),
    ratingComment: openComment(deps.secrets, ticket),
    // A team member reads their own ticket without the notes of the team.
    messages: messages
      .filter(({ kind }) => kind !== 'note' || !shown.isOwn)
      .map((message) => ({
        id: message.id,
        kind: message.kind,
        author: team.get(message.authorId ?? '')?.name ?? shown.person.name,
        handedTo: message.handedTo && (team.get(message.handedTo)?.name ?? null),
        text: openText(deps.secrets, message),
        at: message.createdAt.toISOString(),
        photoIds: (photos.get(message.id) ?? []).map(({ id }) => id),
      })),
  }
}
