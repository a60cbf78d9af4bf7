import type { OwnTicket } from '#contract/support.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { dueOf } from './about.ts'
import { presentOwn } from './show-ticket.ts'
import {
  findMessage,
  insertMessage,
  lockTicket,
  type MessageRow,
  setTurn,
} from './support.queries.ts'
import type { Ticket } from './ticket.ts'
import { openText, textColumn } from './ticket-text.ts'

export type Written = { id: string; text: string }

/**
 * Adds a message of the person to their ticket; a resolved ticket reopens with a new deadline.
 * Errors: `ticket_not_found`, `idempotency_mismatch`.
 */
export async function writeInTicket(
  deps: ActDeps,
  { userId }: ActorId,
  { ticketId, ...message }: Written & { ticketId: string },
): Promise<OwnTicket> {
  return await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    if (ticket?.userId !== userId) throw new AppError('ticket_not_found')
    await addPersonMessage(tx, deps, ticket, message)
    return await presentOwn(deps, tx, (await lockTicket(tx, ticket.id)) ?? ticket)
  })
}

/** Adds a message to a ticket that the caller has locked. Errors: `idempotency_mismatch`. */
export async function addPersonMessage(tx: Tx, deps: ActDeps, ticket: Ticket, message: Written) {
  const author = { kind: 'person' as const, authorId: ticket.userId, handedTo: null }
  if (!(await addMessage(tx, deps, ticket, { ...message, ...author }))) return
  const now = deps.clock.now()
  const { dueAt, isPromised } = ticket
  await setTurn(tx, {
    id: ticket.id,
    status: 'open',
    // A further message does not move the deadline of a waiting person.
    due: dueAt ? { dueAt, isPromised } : await dueOf({ db: tx, now }, ticket),
    resolvedAt: null,
    reopenedAt: ticket.status === 'resolved' ? now : ticket.reopenedAt,
    now,
  })
}

type NewMessage = Written & Pick<MessageRow, 'kind' | 'authorId' | 'handedTo'>

/** A held answer that has left is the same answer. */
const sentAs = (kind: MessageRow['kind']) => (kind === 'held' ? 'team' : kind)

/** Stores a message once; false for a repeat. Errors: `idempotency_mismatch` for another text. */
export async function addMessage(
  tx: Tx,
  { clock, secrets }: ActDeps,
  { id: ticketId }: Pick<Ticket, 'id'>,
  { text, kind, authorId, handedTo, ...named }: NewMessage,
): Promise<boolean> {
  const id = named.id.toLowerCase()
  const sealed = textColumn.seal(secrets, id, text)
  const row = { id, ticketId, kind, authorId, handedTo, sealed, createdAt: clock.now() }
  if (await insertMessage(tx, row)) return true
  const earlier = await findMessage(tx, id)
  const isSame =
    earlier?.ticketId === ticketId &&
    sentAs(earlier.kind) === sentAs(kind) &&
    earlier.authorId === authorId &&
    earlier.handedTo === handedTo &&
    openText(secrets, earlier) === text
  if (!isSame) throw new AppError('idempotency_mismatch')
  return false
}
