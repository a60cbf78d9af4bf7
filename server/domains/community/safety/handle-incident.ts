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
  closeIncidentRow,
  type Incident,
  insertNote,
  listIncidentRows,
  listNotesOf,
  lockIncident,
  takeIncidentRow,
} from './incidents.queries.ts'
import { pathOf, toldColumn } from './open-incident.ts'
import { incidentAnswered } from './safety.messages.ts'

type HandleDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type Handled = { incidentId: string }

const PAGE = 20

export async function listIncidents(
  deps: HandleDeps,
  actor: ActorId,
  { status, page = 1 }: { status: 'open' | 'resolved'; page?: number | undefined },
): Promise<{ items: IncidentCase[]; total: number; totalPages: number }> {
  const part = { status, limit: PAGE, offset: (page - 1) * PAGE }
  const { found, total } = await listIncidentRows(deps.db, part)
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
  const step = { action: 'incident.noted', reason: body }
  return handle(deps, actor, asked, step, async (tx, { id }, now) => {
    await insertNote(tx, { id: newId(), incidentId: id, authorId: actor.userId, body, at: now })
  })
}

/**
 * Closes an incident with an answer for its person. The same outcome again changes nothing. Errors:
 * `incident_not_found`, `incident_closed`, `forbidden` (of their own trip).
 */
export function closeIncident(
  deps: HandleDeps,
  actor: ActorId,
  { outcome, answer, ...asked }: Handled & { outcome: IncidentOutcome; answer: string },
): Promise<IncidentCase> {
  const step = { action: 'incident.closed', reason: answer }
  return handle(deps, actor, asked, step, async (tx, incident, now) => {
    if (incident.outcome === outcome) return
    if (incident.outcome) throw new AppError('incident_closed')
    const by = actor.userId
    const { id, userId } = incident
    await answerEmergency(tx, { incidentId: id, by, now })
    if (!incident.takenBy) await takeIncidentRow(tx, { id, by, now })
    await closeIncidentRow(tx, { id, by, outcome, answer, now })
    const data = { path: pathOf(incident), answer }
    await tellUser(tx, deps, incidentAnswered, { userId, data, cause: id })
  })
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
  const tripIds = incidents.map(({ tripId }) => tripId)
  const trips = await findTripsFacts(db, tripIds)
  const facts = [...trips.values()]
  const carIds = facts.map(({ vehicleId }) => vehicleId)
  const cars = await findVehicles(db, carIds)
  const ids = incidents.map(({ id }) => id)
  const notes = await listNotesOf(db, ids)
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
    const { userId } = incident
    const isMine = incident.takenBy === viewerId
    const { text, position } = toldColumn.open(deps.secrets, incident)
    const phone = isMine ? openPhone(deps.secrets, await findUser(db, userId)) : null
    shown.push({
      id: incident.id,
      kind: incident.kind,
      person: { id: userId, name: nameOf(userId), isDriver: incident.bookingId === null },
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
      isOwn: viewerId === userId || viewerId === trip.driverId,
      calls: calls.get(incident.id) ?? [],
      notes: notes
        .filter(({ incidentId }) => incidentId === incident.id)
        .map(({ id, authorId, body, at }) => {
          return { id, author: nameOf(authorId), body, at: at.toISOString() }
        }),
      outcome: incident.outcome,
      answer: incident.answer,
    })
  }
  return shown
}
