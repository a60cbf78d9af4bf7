// Handing a ticket over to a named colleague.
import { mayDo } from '#contract/permissions.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { findPeople, listStaff, tellUser } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId, Role } from '#server/platform/http/session.ts'
import { type Handled, handle } from './handle-ticket.ts'
import { ticketGiven } from './support.messages.ts'
import { assign } from './support.queries.ts'
import { addMessage } from './write-message.ts'

const ROLES: readonly Role[] = ['verifier', 'support', 'finance', 'admin']
const ANSWERING = ROLES.filter((role) => mayDo([role], 'tickets.answer'))

/** Path of a ticket for the team. */
const deskPath = (id: string) => `/admin/tickets?caso=${id}`

/** Lists all other people who can answer tickets, by name. */
export async function listColleagues(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
): Promise<{ id: string; name: string }[]> {
  const staff = await listStaff(db, ANSWERING)
  const ids = staff.map(({ id }) => id).filter((id) => id !== userId)
  const people = await findPeople(db, ids)
  return [...people.values()]
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1))
}

/**
 * Gives a ticket that `from` has, or a free one, to a colleague, with a note for the team. Of two
 * parallel calls one is refused. Errors: `ticket_not_found`, `ticket_taken`, `forbidden` (own
 * ticket), `ticket_colleague_unfit` (no permission, the caller, or the writer),
 * `idempotency_mismatch`.
 */
export function handOverTicket(
  deps: ActDeps,
  actor: ActorId,
  { id, note, ...asked }: Handled & { id: string; from: string | null; to: string; note: string },
): Promise<DeskThread> {
  const [to, from] = [asked.to.toLowerCase(), asked.from?.toLowerCase() ?? null]
  const step = { ticketId: asked.ticketId, action: 'ticket.given', details: { to } }
  return handle(deps, actor, step, async (tx, ticket) => {
    await requireColleague(tx, to, [actor.userId, ticket.userId])
    const author = { authorId: actor.userId, handedTo: to }
    const isNew = await addMessage(tx, deps, ticket, { id, text: note, kind: 'note', ...author })
    if (!isNew) return
    if (ticket.assignedTo !== from) throw new AppError('ticket_taken')
    await assign(tx, { id: ticket.id, userId: to })
    const data = { path: deskPath(ticket.id), until: ticket.dueAt?.toISOString() ?? null }
    await tellUser(tx, deps, ticketGiven, { userId: to, data, cause: id })
  })
}

async function requireColleague(db: Reader, to: string, never: readonly (string | null)[]) {
  const fit = await listStaff(db, ANSWERING)
  if (never.includes(to) || !fit.some(({ id }) => id === to))
    throw new AppError('ticket_colleague_unfit')
}
