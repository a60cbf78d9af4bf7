import type { OwnTicket } from '#contract/support.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { presentOwn } from './show-ticket.ts'
import { lockTicket, writeRating } from './support.queries.ts'
import type { Ticket } from './ticket.ts'
import { commentColumn } from './ticket-text.ts'

export type TicketRating = { rating: number; comment: string }

/** Rates a resolved ticket from 1 to 5. Errors: `ticket_not_found`, `ticket_not_resolved`. */
export async function rateTicket(
  deps: ActDeps,
  { userId }: ActorId,
  { ticketId, ...given }: TicketRating & { ticketId: string },
): Promise<OwnTicket> {
  return await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    if (ticket?.userId !== userId) throw new AppError('ticket_not_found')
    return await rate(tx, deps, ticket, given)
  })
}

/** Rates a ticket that the caller has locked. Errors: `ticket_not_resolved`. */
export async function rate(
  tx: Tx,
  deps: ActDeps,
  ticket: Ticket,
  { rating, comment }: TicketRating,
): Promise<OwnTicket> {
  if (ticket.status !== 'resolved') throw new AppError('ticket_not_resolved')
  const { id } = ticket
  const sealed = comment === '' ? null : commentColumn.seal(deps.secrets, id, comment)
  await writeRating(tx, { id, rating, sealed, now: deps.clock.now() })
  return await presentOwn(deps, tx, { ...ticket, rating })
}
