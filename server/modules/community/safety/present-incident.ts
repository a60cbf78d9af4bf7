import type { DutyCall } from '#contract/duty.ts'
import type { IncidentCase, IncidentRow } from '#contract/safety.ts'
import { findPeople, findUser, openPhone } from '#server/modules/people/users/index.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import type { Booking } from '#server/modules/travel/bookings/index.ts'
import { believed, findJourney, type Journey } from '#server/modules/travel/journeys/index.ts'
import {
  findTripsFacts,
  placeAt,
  stopId,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { listCallsOf } from './duty/alarms.queries.ts'
import { findNextEmergency, type Incident, listNotesOf } from './incidents.queries.ts'
import { toldColumn } from './open-incident.ts'
import { travellersOf } from './read-travelled.ts'
import { readNewest, readPosition } from './share-position.ts'

/** Presents incidents for the list, in the given order. */
export async function presentRows(
  { clock }: TellDeps,
  db: Reader,
  viewerId: string,
  incidents: readonly Incident[],
): Promise<IncidentRow[]> {
  const tripIds = incidents.map(({ tripId }) => tripId)
  const trips = await findTripsFacts(db, tripIds)
  const carIds = [...trips.values()].map(({ vehicleId }) => vehicleId)
  const cars = await findVehicles(db, carIds)
  const ids = incidents.flatMap(({ userId, takenBy }) => [userId, takenBy ?? userId])
  const people = await findPeople(db, ids)
  const nameOf = (id: string) => people.get(id)?.name ?? ''
  return incidents.map((incident) => {
    const { userId, takenBy, takenAt } = incident
    const trip = trips.get(incident.tripId)
    assert(trip, `incident ${incident.id} of no trip`)
    return {
      id: incident.id,
      kind: incident.kind,
      person: { id: userId, name: nameOf(userId), isDriver: incident.bookingId === null },
      from: placeAt(trip, 0).name,
      to: placeAt(trip, trip.places.length - 1).name,
      departsAt: trip.departsAt.toISOString(),
      plate: cars.get(trip.vehicleId)?.plate ?? '',
      pressedAt: incident.pressedAt.toISOString(),
      presses: incident.presses,
      lastPressedAt: incident.lastPressedAt?.toISOString() ?? null,
      createdAt: incident.createdAt.toISOString(),
      dueAt: incident.dueAt.toISOString(),
      isOverdue: !takenAt && clock.now() >= incident.dueAt,
      takenBy: takenBy === null ? null : { id: takenBy, name: nameOf(takenBy) },
      takenAt: takenAt?.toISOString() ?? null,
      isMine: takenBy === viewerId,
      isOwn: viewerId === userId || viewerId === trip.driverId,
      outcome: incident.outcome,
    }
  })
}

/** Presents an incident with its trip; numbers and positions for the person who took it. */
export async function presentCase(
  deps: TellDeps,
  db: Reader,
  viewerId: string,
  incident: Incident,
): Promise<IncidentCase> {
  const { id, userId } = incident
  const [row] = await presentRows(deps, db, viewerId, [incident])
  const { trip, bookings, people } = await travellersOf(db, incident)
  const car = (await findVehicles(db, [trip.vehicleId])).get(trip.vehicleId)
  assert(row && car, `trip ${trip.id} without a car`)
  const notes = await listNotesOf(db, id)
  const shown = await findPeople(db, [...people, ...notes.map(({ authorId }) => authorId)])
  const nameOf = (who: string) => shown.get(who)?.name ?? ''
  const traveller = async (who: string) => {
    const phone = row.isMine ? openPhone(deps.secrets, await findUser(db, who)) : null
    return { id: who, name: nameOf(who), phone }
  }
  const journey = await findJourney(db, trip.id)
  const others = bookings
    .filter(({ passengerId }) => passengerId !== userId)
    .map(async (booking) => {
      const place = { from: placeAt(trip, booking.fromSeq).name, where: whereIs(booking, journey) }
      return { ...(await traveller(booking.passengerId)), ...place }
    })
  return {
    ...row,
    isOwn: people.includes(viewerId),
    tripId: trip.id,
    text: toldColumn.open(deps.secrets, incident).text || null,
    person: { ...row.person, ...(await traveller(userId)) },
    driver: await traveller(trip.driverId),
    others: await Promise.all(others),
    car: `${car.color.toLowerCase()}, ${car.brand} ${car.model}`,
    stops: stopsOf(trip, journey, bookings),
    positions: row.isMine ? await positionsOf(deps, db, incident, people, nameOf) : [],
    calls: await callsOf(db, id),
    notes: notes.map(({ authorId, at, ...note }) => {
      return { id: note.id, author: nameOf(authorId), body: note.body, at: at.toISOString() }
    }),
    answer: incident.answer,
    closedAt: incident.closedAt?.toISOString() ?? null,
    nextId: await findNextEmergency(db, { ...incident, viewerId }),
  }
}

/** Whether a passenger waits, is aboard or has left, by what was recorded of them and the car. */
function whereIs(
  { checkedInAt, aboardSaidAt, deniedAt, toSeq }: Booking,
  journey: Journey,
): IncidentCase['others'][number]['where'] {
  if (deniedAt || !(checkedInAt ?? aboardSaidAt)) return 'waits'
  return believed(journey).arrivals.some(({ seq }) => seq >= toSeq) ? 'left' : 'aboard'
}

/** Declared stops and those where somebody boarded, which shows that the car was there. */
function stopsOf(
  trip: TripFacts,
  { startedAt, arrivals }: Journey,
  bookings: readonly Pick<Booking, 'fromSeq' | 'checkedInAt' | 'aboardSaidAt'>[],
): IncidentCase['stops'] {
  const boardings = bookings.flatMap(({ fromSeq: seq, checkedInAt, aboardSaidAt }) => {
    const at = checkedInAt ?? aboardSaidAt
    return at ? [{ seq, at }] : []
  })
  const seqs = new Set([...trip.declaredSeqs, ...boardings.map(({ seq }) => seq)])
  return [...seqs]
    .sort((a, b) => a - b)
    .map((seq) => {
      const { name, lat, lng, at } = placeAt(trip, seq)
      const pressed =
        arrivals.find((each) => each.seq === seq)?.at ?? (seq === 0 ? startedAt : null)
      const boarded = boardings.filter((each) => each.seq === seq).map((each) => each.at)
      const reached = pressed ?? boarded.reduce<Date | null>((a, b) => (a && a > b ? a : b), null)
      const times = { at: at.toISOString(), reachedAt: reached?.toISOString() ?? null }
      return { id: stopId(trip.id, seq), name, lat, lng, ...times }
    })
}

/** The position of the last press, and those that people of an emergency share, newest first. */
async function positionsOf(
  { secrets }: TellDeps,
  db: Reader,
  incident: Incident,
  people: readonly string[],
  nameOf: (userId: string) => string,
): Promise<IncidentCase['positions']> {
  const { position } = toldColumn.open(secrets, incident)
  const at = position?.at ?? incident.pressedAt.toISOString()
  const found = position ? [{ ...position, name: nameOf(incident.userId), at }] : []
  for (const userId of incident.kind === 'emergency' ? people : []) {
    const of = { userId, tripId: incident.tripId }
    // The sender may be in the second car by now. Other people count only in this one.
    const isSender = userId === incident.userId
    const shared = await (isSender
      ? readNewest({ db, secrets }, incident)
      : readPosition({ db, secrets }, of))
    if (shared) found.push({ ...shared, name: nameOf(userId), at: shared.at.toISOString() })
  }
  return found.sort((a, b) => b.at.localeCompare(a.at))
}

/** Who was called for an incident, by alarm, minute and person. */
async function callsOf(db: Reader, incidentId: string): Promise<DutyCall[]> {
  const rows = await listCallsOf(db, incidentId)
  const userIds = rows.flatMap(({ userId }) => userId ?? [])
  const names = await findPeople(db, userIds)
  const groups = Map.groupBy(rows, (row) => `${row.alarmId} ${row.minute} ${row.userId}`)
  return [...groups.values()].map((group) => {
    const [{ minute, userId, at }] = group as [(typeof group)[0]]
    const name = userId === null ? null : (names.get(userId)?.name ?? '')
    return { minute, name, channels: group.map(({ channel }) => channel), at: at.toISOString() }
  })
}
