// Search of the team in tickets. Their texts are encrypted, so that words are compared in memory.

import type { DeskTicket } from '#contract/support-desk.ts'
import { unaccented } from '#contract/typed-text.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { searchPeople } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { idIn } from '#server/platform/ids.ts'
import { presentDesk } from './desk.present.ts'
import { listFoundIds, listMessagesIn, listSearched } from './desk.queries.ts'
import { listTickets } from './support.queries.ts'
import { guestIndex, openAbout, openGuest, openText } from './ticket-text.ts'

const FOUND_MAX = 30
/** People whose tickets are listed for a name. */
const PEOPLE_MAX = 20

/** Number of a ticket as people write it: `1042`, `#1042`, `caso 1042`. */
const NUMBER = /^(?:caso\s*)?(?:n\.?º\s*)?#?(\d{1,9})$/iu

/**
 * Finds tickets of every state by number, id, person or words, the newest first in each of these
 * groups. Records that the actor searched, without the text, which can be an address.
 */
export async function findTickets(
  deps: ActDeps,
  actor: ActorId,
  { text }: { text: string },
): Promise<{ items: DeskTicket[]; more: boolean }> {
  const number = NUMBER.exec(text)?.[1]
  const people = await searchPeople(deps.db, deps, { text, limit: PEOPLE_MAX })
  const named = await listFoundIds(deps.db, {
    number: number ? Number(number) : null,
    id: idIn(text),
    userIds: people.map(({ id }) => id),
    guestIndex: text.includes('@') ? guestIndex(deps.secrets, text) : null,
    limit: FOUND_MAX + 1,
  })
  const written = number || text.includes('@') ? [] : await listIdsByWords(deps, actor, text)
  const ids = [...new Set([...named, ...written])]
  const items = await listTickets(deps.db, ids.slice(0, FOUND_MAX))
  const subject = { kind: 'user', id: actor.userId }
  const action = { at: deps.clock.now(), action: 'tickets.searched', subject, reason: null }
  const details = { found: ids.length }
  await inTransaction(deps.db, (tx) => recordStaffAction(tx, actor, { ...action, details }))
  return { items: await presentDesk(deps, deps.db, actor, items), more: ids.length > FOUND_MAX }
}

/** Lists the newest tickets whose texts together contain every word. */
async function listIdsByWords(
  { db, secrets }: ActDeps,
  { userId: viewerId }: ActorId,
  text: string,
): Promise<string[]> {
  const words = unaccented(text).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return []
  const tickets = await listSearched(db)
  const ids = tickets.map(({ id }) => id)
  const messages = Map.groupBy(await listMessagesIn(db, ids), ({ ticketId }) => ticketId)
  const isFound = (ticket: (typeof tickets)[number]) => {
    // A team member does not learn what the notes on their own ticket say.
    const readable = (messages.get(ticket.id) ?? []).filter(
      ({ kind }) => kind !== 'note' || ticket.userId !== viewerId,
    )
    const texts = readable.map((message) => openText(secrets, message))
    const guest = openGuest(secrets, ticket)?.name ?? ''
    const about = openAbout(secrets, ticket)?.title ?? ''
    const all = unaccented([guest, about, ...texts].join('\n'))
    return words.every((word) => all.includes(word))
  }
  return tickets.filter(isFound).map(({ id }) => id)
}
