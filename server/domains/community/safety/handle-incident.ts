import type { IncidentCase, IncidentOutcome } from '#contract/safety.ts'
import { answerEmergency, findCalls } from '#server/domains/community/duty/duty.public.ts'
import { recordStaffAction } from '#server/domains/foundation/staff-actions/staff-actions.public.ts'
import {
  findPeople,
  findUser,
  openPhone,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { findVehicles } from '#server/domains/people/verification/verification.public.ts'
import { findTripsFacts, placeAt } from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import {
  closedIncidents,
  closeIncidentRow,
  countIncidents,
  type Incident,
  insertNote,
  lockIncident,
  type Note,
  notesOf,
  openIncidents,
  takeIncidentRow,
} from './incidents.queries.ts'
import { openTold, pathOf } from './open-incident.ts'
import { incidentAnswered } from './safety.messages.ts'

type HandleDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type Handled = { incidentId: string }

const PAGE = 20

/** Lists a page of open or of closed incidents. */
export async function listIncidents(
  deps: HandleDeps,
  actor: ActorId,
  { status, page = 1 }: { status: 'open' | 'resolved'; page?: number | undefined },
): Promise<{ items: IncidentCase[]; total: number; totalPages: number }> {
  const part = { limit: PAGE, offset: (page - 1) * PAGE }
  const list = status === 'open' ? openIncidents : closedIncidents
  const [found, count] = await Promise.all([list(deps.db, part), countIncidents(deps.db)])
  const total = status === 'open' ? count.open : count.closed
  const items = await present(deps, deps.db, actor, found)
  return { items, total, totalPages: Math.ceil(total / PAGE) }
}

/**
 * Assigns an incident to the actor, who then sees phone and position; nobody else is called.
 * Errors: `incident_not_found`, `incident_closed`, `forbidden` (an incident of their own trip).
 */
export function takeIncident(
  deps: HandleDeps,
  actor: ActorId,
  asked: Handled,
): Promise<IncidentCase> {
  return handle(deps, actor, asked, { action: 'incident.taken' }, async (tx, incident, now) => {
    if (incident.closedAt) throw new AppError('incident_closed')
    await answerEmergency(tx, { incidentId: incident.id, by: actor.userId, now })
    if (incident.takenBy === actor.userId) return
    await takeIncidentRow(tx, { id: incident.id, by: actor.userId, now })
  })
}

/** Adds a note. Errors: `incident_not_found`, `forbidden` (an incident of their own trip). */
export function noteIncident(
  deps: HandleDeps,
  actor: ActorId,
  { body, ...asked }: Handled & { body: string },
): Promise<IncidentCase> {
  return handle(
    deps,
    actor,
    asked,
    { action: 'incident.noted', reason: body },
    async (tx, { id }, now) => {
      await insertNote(tx, { id: newId(), incidentId: id, authorId: actor.userId, body, at: now })
    },
  )
}

/**
 * Closes an incident with an answer that its person reads. A repeat of the same outcome changes
 * nothing. Errors: `incident_not_found`, `incident_closed`, `forbidden` (an incident of their own
 * trip).
 */
export function closeIncident(
  deps: HandleDeps,
  actor: ActorId,
  { outcome, answer, ...asked }: Handled & { outcome: IncidentOutcome; answer: string },
): Promise<IncidentCase> {
  return handle(
    deps,
    actor,
    asked,
    { action: 'incident.closed', reason: answer },
    async (tx, incident, now) => {
      if (incident.outcome === outcome) return
      if (incident.outcome) throw new AppError('incident_closed')
      const by = actor.userId
      await answerEmergency(tx, { incidentId: incident.id, by, now })
      if (!incident.takenBy) await takeIncidentRow(tx, { id: incident.id, by, now })
      await closeIncidentRow(tx, { id: incident.id, by, outcome, answer, now })
      const data = { path: pathOf(incident), answer }
      const told = { userId: incident.userId, cause: incident.id }
      await tellUser(tx, deps, incidentAnswered, { ...told, data })
    },
  )
}

/** Runs one step of the team on an incident, and records it in the audit trail. */
async function handle(
  deps: HandleDeps,
  actor: ActorId,
  { incidentId }: Handled,
  { action, reason }: { action: string; reason?: string },
  act: (tx: Tx, incident: Incident, now: Date) => Promise<void>,
): Promise<IncidentCase> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const incident = await lockIncident(tx, incidentId)
    if (!incident) throw new AppError('incident_not_found')
    const [before] = await present(deps, tx, actor, [incident])
    if (before?.isOwn) throw new AppError('forbidden')
    await act(tx, incident, now)
    const subject = { kind: 'incident', id: incident.id }
    await recordStaffAction(tx, actor, { at: now, action, subject, reason: reason ?? null })
    const after = await lockIncident(tx, incident.id)
    assert(after, 'an incident is not deleted')
    const [shown] = await present(deps, tx, actor, [after])
    assert(shown, 'it is presented')
    return shown
  })
}

/** Presents incidents with the facts that a team member needs on the phone. */
async function present(
  deps: HandleDeps,
  db: Reader,
  { userId: viewerId }: ActorId,
  incidents: readonly Incident[],
): Promise<IncidentCase[]> {
  const trips = await findTripsFacts(
    db,
    incidents.map(({ tripId }) => tripId),
  )
  const facts = [...trips.values()]
  const cars = await findVehicles(
    db,
    facts.map(({ vehicleId }) => vehicleId),
  )
  const ids = incidents.map(({ id }) => id)
  const notes = await notesOf(db, ids)
  const calls = await findCalls(db, ids)
  const people = await findPeople(db, [
    ...incidents.flatMap(({ userId, takenBy }) => (takenBy ? [userId, takenBy] : [userId])),
    ...facts.map(({ driverId }) => driverId),
    ...notes.map(({ authorId }) => authorId),
  ])
  const nameOf = (id: string) => people.get(id)?.name ?? ''
  const now = deps.clock.now()
  const shown: IncidentCase[] = []
  for (const incident of incidents) {
    const trip = trips.get(incident.tripId)
    const car = trip && cars.get(trip.vehicleId)
    assert(trip && car, `incident ${incident.id} of no trip`)
    const isMine = incident.takenBy === viewerId
    const { text, position } = openTold(deps.secrets, incident)
    const phone = isMine ? openPhone(deps.secrets, await findUser(db, incident.userId)) : null
    shown.push({
      id: incident.id,
      kind: incident.kind,
      person: {
        id: incident.userId,
        name: nameOf(incident.userId),
        isDriver: incident.bookingId === null,
      },
      driver: { id: trip.driverId, name: nameOf(trip.driverId) },
      tripId: trip.id,
      from: placeAt(trip, 0).name,
      to: placeAt(trip, trip.places.length - 1).name,
      departsAt: trip.departsAt.toISOString(),
      car: `${car.brand} ${car.model}, ${car.color.toLowerCase()}`,
      plate: car.plate,
      text: text === '' ? null : text,
      phone,
      position: isMine ? position : null,
      pressedAt: incident.pressedAt.toISOString(),
      presses: incident.presses,
      lastPressedAt: incident.lastPressedAt?.toISOString() ?? null,
      createdAt: incident.createdAt.toISOString(),
      dueAt: incident.dueAt.toISOString(),
      isOverdue: !incident.takenAt && now >= incident.dueAt,
      takenBy: incident.takenBy && nameOf(incident.takenBy),
      takenAt: incident.takenAt?.toISOString() ?? null,
      isMine,
      isOwn: viewerId === incident.userId || viewerId === trip.driverId,
      calls: calls.get(incident.id) ?? [],
      notes: notesIn(notes, incident, nameOf),
      outcome: incident.outcome,
      answer: incident.answer,
    })
  }
  return shown
}

function notesIn(
  notes: readonly Note[],
  of: Incident,
  nameOf: (userId: string) => string,
): IncidentCase['notes'] {
  const own = notes.filter(({ incidentId }) => incidentId === of.id)
  return own.map(({ id, authorId, body, at }) => {
    return { id, author: nameOf(authorId), body, at: at.toISOString() }
  })
}
