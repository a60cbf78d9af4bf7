import type { OwnTicket } from '#contract/support.ts'
import type { About, AboutRef, TicketKind } from '#contract/support-tickets.ts'
import {
  lockIncidentOfTrip,
  openIncidentIn,
  raiseIncident,
} from '#server/modules/community/safety/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { listBookingRows } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { dueOf, readAbout } from './about.ts'
import { presentOwn } from './show-ticket.ts'
import { ticketReceived } from './support.messages.ts'
import { findTicket, insertMessage, insertTicket } from './support.queries.ts'
import { earlierDue, type Ticket } from './ticket.ts'
import { aboutColumn, textColumn } from './ticket-text.ts'

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'log' | 'metrics'>

type Asked = { id: string; kind: TicketKind; text: string; about: AboutRef | null }

/** Path on which a person reads a ticket. */
export const ticketPath = (id: string) => `/soporte?caso=${id}`

/** Columns of a ticket about this subject, or about none. */
export function sealedSubject(secrets: Secrets, ticketId: string, about: About | null) {
  return {
    aboutKind: about?.kind ?? null,
    aboutId: about?.id ?? null,
    aboutSealed: about && aboutColumn.seal(secrets, ticketId, about),
  }
}

type First = { ticketId: string; authorId: string | null; text: string; createdAt: Date }

/** Inserts the first message; its id is derived, so a repeated ticket repeats the same message. */
export async function insertFirstMessage(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  { ticketId, authorId, text, createdAt }: First,
): Promise<void> {
  const id = derivedId('support.first', ticketId)
  const sealed = textColumn.seal(secrets, id, text)
  const author = { kind: 'person' as const, authorId, handedTo: null }
  await insertMessage(tx, { id, ticketId, ...author, sealed, createdAt })
}

/**
 * Opens a ticket, once per id. One about safety on a trip is filed into the open incident of that
 * trip; without one it opens an incident, if the person is on the trip. Errors:
 * `ticket_subject_not_found`, `idempotency_mismatch`.
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
    if (earlier) return { ticket: sameOrThrow(earlier, actor, kind), incident: null }
    const now = deps.clock.now()
    const written = { ticketId: id, text, about }
    const opened = kind === 'safety' ? await openForTrip(tx, deps, actor, written) : null
    const subject = sealedSubject(deps.secrets, id, about)
    const own = await dueOf({ db: tx, now }, { kind, ...subject })
    const due = earlierDue(opened?.incident, own)
    const isNew = await insertTicket(tx, {
      ...{ id, userId: actor.userId, guestSealed: null, guestIndex: null, kind },
      ...subject,
      ...{ status: 'open', createdAt: now, ...due, incidentId: opened?.incident.id ?? null },
    })
    // A parallel repeat inserted the ticket first.
    if (!isNew) throw new AppError('busy')
    const first = { ticketId: id, authorId: actor.userId, text, createdAt: now }
    await insertFirstMessage(tx, deps, first)
    // A deadline that has passed already is no promise.
    const until = due.dueAt > now ? due.dueAt : own.dueAt
    const data = { path: ticketPath(id), until: due.isPromised ? until.toISOString() : null }
    await tellUser(tx, deps, ticketReceived, { userId: actor.userId, data, cause: id })
    const ticket = await findTicket(tx, id)
    assert(ticket, 'a ticket just written is found')
    return { ticket, incident: opened?.isNew ? opened.incident : null }
  })
  if (incident) raiseIncident(deps, incident)
  return await presentOwn(deps, deps.db, ticket)
}

function sameOrThrow(ticket: Ticket, { userId }: ActorId, kind: TicketKind): Ticket {
  if (ticket.userId === userId && ticket.kind === kind) return ticket
  throw new AppError('idempotency_mismatch')
}

/** Finds the incident of a ticket about a trip, or opens one; null for other tickets. */
async function openForTrip(
  tx: Tx,
  deps: OpenDeps,
  actor: ActorId,
  { ticketId, text, about }: { ticketId: string; text: string; about: About | null },
) {
  if (!about) return null
  const of = await travelledBy(tx, actor, about)
  const tripId = of?.tripId ?? (about.kind === 'trip' ? about.id : null)
  if (tripId === null) return null
  const incident = await lockIncidentOfTrip(tx, deps, { tripId, userId: actor.userId })
  if (incident) return { isNew: false, incident }
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
async function travelledBy(tx: Tx, { userId }: ActorId, { kind, id }: About) {
  if (kind === 'booking') {
    const [booking] = await listBookingRows(tx, [id])
    if (!booking) return null
    const isPassenger = booking.passengerId === userId
    return { tripId: booking.tripId, bookingId: isPassenger ? booking.id : null }
  }
  if (kind !== 'trip') return null
  const trip = await findTripFacts(tx, id)
  return trip?.driverId === userId ? { tripId: trip.id, bookingId: null } : null
}
