// Tickets of people without a session, who use the secret of a mailed link.
import type { z } from 'zod'
import type { OwnTicket, support } from '#contract/support.ts'
import { CONFIRM_DAYS } from '#contract/support-limits.ts'
import { lockIncidentOfTrip } from '#server/modules/community/safety/index.ts'
import { mailStranger } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'
import { dueOf, readPublicTrip } from './about.ts'
import { insertFirstMessage, sealedSubject } from './open-ticket.ts'
import { rate, type TicketRating } from './rate-ticket.ts'
import { presentOwn } from './show-ticket.ts'
import { ticketConfirm } from './support.messages.ts'
import {
  fileTicket,
  findTicket,
  insertTicket,
  lockTicket,
  purgeUnconfirmed,
  setTurn,
} from './support.queries.ts'
import { earlierDue, type Ticket } from './ticket.ts'
import { guestColumn, guestIndex } from './ticket-text.ts'
import { addPersonMessage, type Written } from './write-message.ts'

type GuestDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

const PURPOSE = 'support.ticket'

/** Path of a ticket without a session. Browsers do not send the fragment to servers. */
export function guestPath(secrets: Secrets, ticketId: string): string {
  return `/soporte#${signId(secrets, PURPOSE, ticketId)}`
}

/** Limit of tickets for one email address, from everybody, so that a stranger is not flooded. */
const PER_ADDRESS = { max: 3, windowSeconds: 24 * 3600 }

/**
 * Stores the ticket of a visitor and mails a link; the team sees it after the link is confirmed.
 * The answer reveals neither whether the address is known nor whether the id was new. Errors:
 * `rate_limited`, `ticket_subject_not_found` for a trip that is not public.
 */
export async function askWithoutSession(
  deps: GuestDeps & Pick<Deps, 'metrics'>,
  { name, email, kind, text, tripId, website, ...named }: z.output<typeof support.ask.body>,
): Promise<void> {
  // Only a program fills in this field, which people cannot see.
  if (website !== '') return
  const id = named.id.toLowerCase()
  const index = guestIndex(deps.secrets, email)
  const key = `support-mail:${index.toString('hex').slice(0, 32)}`
  await limitHits(deps, { key, ...PER_ADDRESS })
  const about = tripId === null ? null : await readPublicTrip(deps, tripId)
  await inTransaction(deps.db, async (tx) => {
    const createdAt = deps.clock.now()
    const isNew = await insertTicket(tx, {
      ...{ id, userId: null, kind, guestIndex: index },
      guestSealed: guestColumn.seal(deps.secrets, id, { name, email }),
      ...sealedSubject(deps.secrets, id, about),
      ...{ status: 'unconfirmed', createdAt, dueAt: null, incidentId: null },
    })
    if (!isNew) return
    await insertFirstMessage(tx, deps, { ticketId: id, authorId: null, text, createdAt })
    const data = { path: guestPath(deps.secrets, id), days: CONFIRM_DAYS }
    await mailStranger(tx, deps, ticketConfirm, { address: email, data })
  })
}

/** Reads the ticket of a mailed link. Errors: `link_invalid`. */
export async function readByLink(
  deps: GuestDeps,
  { token }: { token: string },
): Promise<OwnTicket> {
  const ticket = await findTicket(deps.db, ticketIdOf(deps.secrets, token))
  if (!ticket) throw new AppError('link_invalid')
  return await presentOwn(deps, deps.db, ticket)
}

/** Reads the ticket id from the secret of a mailed link. Errors: `link_invalid`. */
export function ticketIdOf(secrets: Secrets, token: string): string {
  return readSignedId(secrets, PURPOSE, token)
}

/**
 * Confirms the email of a ticket, from which its deadline counts. One about safety on a trip is
 * filed into the open incident of that trip. Errors: `link_invalid`.
 */
export function confirmByLink(deps: GuestDeps, { token }: { token: string }): Promise<OwnTicket> {
  return byLink(deps, token, async (tx, ticket) => {
    if (ticket.status !== 'unconfirmed') return
    const now = deps.clock.now()
    const tripId = ticket.kind === 'safety' && ticket.aboutKind === 'trip' ? ticket.aboutId : null
    const incident = tripId
      ? await lockIncidentOfTrip(tx, deps, { tripId, userId: null })
      : undefined
    if (incident) await fileTicket(tx, { id: ticket.id, incidentId: incident.id })
    const due = earlierDue(incident, await dueOf({ db: tx, now }, ticket))
    const turn = { status: 'open' as const, due, resolvedAt: null, reopenedAt: null }
    await setTurn(tx, { id: ticket.id, ...turn, now })
  })
}

/** Adds a message. Errors: `link_invalid`, also before confirmation; `idempotency_mismatch`. */
export function writeByLink(deps: GuestDeps, { token, ...message }: Written & { token: string }) {
  return byLink(deps, token, async (tx, ticket) => {
    if (ticket.status === 'unconfirmed') throw new AppError('link_invalid')
    await addPersonMessage(tx, deps, ticket, message)
  })
}

/** Rates a resolved ticket by a mailed link. Errors: `link_invalid`, `ticket_not_resolved`. */
export function rateByLink(deps: GuestDeps, { token, ...given }: TicketRating & { token: string }) {
  return byLink(deps, token, async (tx, ticket) => void (await rate(tx, deps, ticket, given)))
}

async function byLink(
  deps: GuestDeps,
  token: string,
  act: (tx: Tx, ticket: Ticket) => Promise<void>,
): Promise<OwnTicket> {
  const id = ticketIdOf(deps.secrets, token)
  return await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, id)
    if (!ticket) throw new AppError('link_invalid')
    await act(tx, ticket)
    return await presentOwn(deps, tx, (await lockTicket(tx, id)) ?? ticket)
  })
}

/** Job: deletes tickets that were never confirmed. Safe to repeat. */
export async function forgetUnconfirmed(deps: ReadDeps): Promise<void> {
  const before = addMs(deps.clock.now(), -CONFIRM_DAYS * DAY_MS)
  await inTransaction(deps.db, (tx) => purgeUnconfirmed(tx, before))
}
