// Subjects of support tickets, with the facts that the person can see.
import { z } from 'zod'
import type { About, AboutRef, TicketKind } from '#contract/support-tickets.ts'
import { instantFormat, pesosFormat } from '#server/modules/foundation/notifications/index.ts'
import { showBooking } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt, showTrip } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findDeparture, findMovement, findPayment } from './support.queries.ts'
import { type Due, dueFrom, type Ticket } from './ticket.ts'

type AboutDeps = Pick<Deps, 'db' | 'clock' | 'config'>

const when = instantFormat.format
const pesos = (value: number) => pesosFormat.format(value)

/** Errors that become one code, so that an id does not reveal its owner. */
const UNKNOWN = new Set(['trip_not_found', 'booking_not_found'])

/** Reads the facts that the person can see of a subject. Errors: `ticket_subject_not_found`. */
export function readAbout(deps: AboutDeps, actor: ActorId, { kind, ref }: AboutRef) {
  return foundOrRefused(() => readers[kind](deps, actor, ref))
}

/** Computes the deadline for the answer to a message about a subject, see `dueFrom`. */
export async function dueOf(
  { db, now }: { db: Reader; now: Date },
  { kind, ...subject }: Pick<Ticket, 'kind' | 'aboutKind' | 'aboutId'>,
): Promise<Due> {
  return dueFrom(kind, now, await findDeparture(db, subject, now))
}

/** Reads what `readAbout` reads, and the deadlines of the answers that can be promised. */
export async function previewAbout(deps: AboutDeps, actor: ActorId, asked: AboutRef) {
  const about = await readAbout(deps, actor, asked)
  const subject = { aboutKind: about.kind, aboutId: about.id }
  const now = deps.clock.now()
  const promised = async (kind: TicketKind) => {
    const { dueAt, isPromised } = await dueOf({ db: deps.db, now }, { kind, ...subject })
    return isPromised ? dueAt.toISOString() : null
  }
  return { about, dueAt: { safety: await promised('safety'), others: await promised('other') } }
}

/** Reads the facts of a trip that everybody can see. Errors: `ticket_subject_not_found`. */
export function readPublicTrip(deps: AboutDeps, tripId: string): Promise<About> {
  return foundOrRefused(() => aboutTrip(deps, null, tripId))
}

async function foundOrRefused(read: () => Promise<About | undefined>): Promise<About> {
  try {
    const about = await read()
    if (about) return about
  } catch (error) {
    if (!(error instanceof AppError && UNKNOWN.has(error.code))) throw error
  }
  throw new AppError('ticket_subject_not_found')
}

type ReadAbout = (deps: AboutDeps, actor: ActorId, ref: string) => Promise<About | undefined>

const readers: Record<AboutRef['kind'], ReadAbout> = {
  trip: (deps, actor, ref) => withId(ref, (id) => aboutTrip(deps, actor, id)),
  booking: (deps, actor, ref) => withId(ref, (id) => aboutBooking(deps, actor, id)),
  movement: (deps, actor, ref) => withId(ref, (id) => aboutMovement(deps, actor, id)),
  payment: aboutPayment,
}

async function withId(ref: string, read: (id: string) => Promise<About | undefined>) {
  const id = z.uuid().safeParse(ref)
  return id.success ? await read(id.data.toLowerCase()) : undefined
}

async function aboutTrip(deps: AboutDeps, actor: ActorId | null, id: string): Promise<About> {
  // Applies the visibility rules of trips.
  await showTrip(deps, actor, { tripId: id })
  const trip = await findTripFacts(deps.db, id)
  assert(trip, 'a trip that was shown')
  const [first, last] = [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)]
  return {
    kind: 'trip',
    id,
    title: `${first.name} → ${last.name}`,
    facts: [{ label: 'Sale', value: when(first.at) }],
  }
}

async function aboutBooking(deps: AboutDeps, actor: ActorId, id: string): Promise<About> {
  const booking = await showBooking(deps, actor, { bookingId: id })
  const trip = await findTripFacts(deps.db, booking.tripId)
  assert(trip, 'a booking is of a trip')
  const [from, to] = [placeAt(trip, booking.fromSeq), placeAt(trip, booking.toSeq)]
  return {
    kind: 'booking',
    id,
    title: `${from.name} → ${to.name}`,
    facts: [
      { label: 'Recogida', value: when(booking.picksUpAt) },
      { label: 'Cupos', value: String(booking.seats) },
      { label: 'Valor', value: pesos(booking.farePesos) },
    ],
  }
}

async function aboutMovement(
  deps: AboutDeps,
  actor: ActorId,
  id: string,
): Promise<About | undefined> {
  const found = await findMovement(deps.db, { userId: actor.userId, id })
  // The list of movements also shows top-ups that are not yet in the wallet.
  if (!found) return await aboutPayment(deps, actor, id)
  return {
    kind: 'movement',
    id,
    title: `Movimiento de ${pesos(found.pesos)}`,
    facts: [
      { label: 'Fecha', value: when(found.at) },
      { label: 'Número', value: id },
    ],
  }
}

async function aboutPayment(
  { db }: AboutDeps,
  { userId }: ActorId,
  ref: string,
): Promise<About | undefined> {
  const found = await findPayment(db, { userId, ref })
  if (!found) return undefined
  return {
    kind: 'payment',
    id: found.id,
    title: `Recarga de ${pesos(found.pesos)}`,
    facts: [
      { label: 'Fecha', value: when(found.at) },
      { label: 'Referencia', value: found.reference },
    ],
  }
}
