import type { OwnTicket } from '#contract/support.ts'
import type { AboutRef, TicketKind } from '#contract/support-tickets.ts'
import { openIncidentIn, raiseIncident } from '#server/domains/community/safety/safety.public.ts'
import { tellUser } from '#server/domains/people/users/users.public.ts'
import { findBookings } from '#server/domains/travel/bookings/bookings.public.ts'
import { findTripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { readAbout } from './about.ts'
import { presentOwn } from './show-ticket.ts'
import { ticketReceived } from './support.messages.ts'
import { findTicket, insertMessage, insertTicket } from './support.queries.ts'
import { dueFrom, type Ticket } from './ticket.ts'
import { sealAbout, sealText } from './ticket-text.ts'

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'metrics'>

type Asked = { id: string; kind: TicketKind; text: string; about: AboutRef | null }

/** Path on which a person reads a ticket. */
export const ticketPath = (id: string) => `/soporte?caso=${id}`

/** Id of the first message, derived so that a repeated ticket repeats the same message. */
export const firstMessageId = (ticketId: string) => derivedId('support.first', ticketId)

/**
 * Opens a ticket. A repeat with the same id is the same ticket. A ticket about safety on a trip of
 * the person also opens an incident in the same transaction. Errors: `ticket_subject_not_found`,
 * `idempotency_mismatch`.
 */
export async function openTicket(
  deps: OpenDeps,
  actor: ActorId,
  { kind, text, about: asked, ...named }: Asked,
): Promise<OwnTicket> {
  const id = named.id.toLowerCase()
  const about = asked && (await readAbout(deps, actor, asked))
  const { ticket, incident } = await inTransaction(deps.db, async (tx) => {
    const earlier = await findTicket(tx, id)
    if (earlier) return { ticket: await sameOrThrow(earlier, actor, kind), incident: null }
    const now = deps.clock.now()
    const written = { ticketId: id, kind, text, about }
    const opened = kind === 'safety' ? await openForTrip(tx, deps, actor, written) : null
    const isNew = await insertTicket(tx, {
      id,
      userId: actor.userId,
      guestSealed: null,
      guestIndex: null,
      kind,
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      aboutSealed: about && sealAbout(deps.secrets, id, about),
      status: 'open',
      createdAt: now,
      dueAt: dueFrom(kind, now),
      incidentId: opened?.incident.id ?? null,
    })
    // A parallel repeat inserted the ticket first.
    if (!isNew) throw new AppError('busy')
    const messageId = firstMessageId(id)
    const sealed = sealText(deps.secrets, messageId, text)
    const author = { kind: 'person' as const, authorId: actor.userId, handedTo: null }
    await insertMessage(tx, { id: messageId, ticketId: id, ...author, sealed, createdAt: now })
    const until = dueFrom(kind, now).toISOString()
    await tellUser(tx, deps, ticketReceived, {
      userId: actor.userId,
      data: { path: ticketPath(id), until },
      cause: id,
    })
    const ticket = await findTicket(tx, id)
    assert(ticket, 'a ticket just written is found')
    return { ticket, incident: opened?.isNew ? opened.incident : null }
  })
  if (incident) raiseIncident(deps, incident)
  return await presentOwn(deps, deps.db, ticket)
}

async function sameOrThrow(ticket: Ticket, actor: ActorId, kind: TicketKind): Promise<Ticket> {
  const isSame = ticket.userId === actor.userId && ticket.kind === kind
  if (!isSame) throw new AppError('idempotency_mismatch')
  return ticket
}

type Written = {
  ticketId: string
  text: string
  about: Awaited<ReturnType<typeof readAbout>> | null
}

/**
 * Opens the incident of a ticket about a trip on which the person travels; null for other tickets.
 */
async function openForTrip(
  tx: Tx,
  deps: OpenDeps,
  actor: ActorId,
  { ticketId, text, about }: Written,
) {
  const of = about && (await travelledBy(tx, actor, about))
  if (!of) return null
  return await openIncidentIn(tx, deps, actor, {
    ...of,
    id: derivedId('support.incident', ticketId),
    kind: 'felt_unsafe',
    text,
    position: null,
    pressedAt: deps.clock.now().toISOString(),
  })
}

/** Finds the trip on which the person travels: a passenger's by booking, a driver's by trip id. */
async function travelledBy(
  tx: Tx,
  { userId }: ActorId,
  { kind, id }: NonNullable<Written['about']>,
): Promise<{ tripId: string; bookingId: string | null } | null> {
  if (kind === 'booking') {
    const [booking] = await findBookings(tx, [id])
    if (!booking) return null
    const isPassenger = booking.passengerId === userId
    return { tripId: booking.tripId, bookingId: isPassenger ? booking.id : null }
  }
  if (kind !== 'trip') return null
  const trip = await findTripFacts(tx, id)
  return trip?.driverId === userId ? { tripId: trip.id, bookingId: null } : null
}
