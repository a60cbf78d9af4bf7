import { sql } from 'kysely'
import type { IncidentOutcome } from '#contract/safety.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { CasesPart } from '#server/platform/paging.ts'

export type NewIncident = {
  id: string
  userId: string
  tripId: string
  bookingId: string | null
  kind: 'emergency' | 'felt_unsafe'
  sealed: Buffer
  pressedAt: Date
  createdAt: Date
  dueAt: Date
}

export type Incident = NewIncident & {
  presses: number
  /** Time of the last press after the first; null with a single press. */
  lastPressedAt: Date | null
  takenBy: string | null
  takenAt: Date | null
  outcome: IncidentOutcome | null
  answer: string | null
  closedAt: Date | null
}

const columns = sql`
  id, user_id as "userId", trip_id as "tripId", booking_id as "bookingId", kind, sealed,
  pressed_at as "pressedAt", presses, last_pressed_at as "lastPressedAt",
  created_at as "createdAt", due_at as "dueAt", taken_by as "takenBy", taken_at as "takenAt",
  outcome, answer, closed_at as "closedAt"`

export function insertIncident(tx: Tx, i: NewIncident) {
  return run.changedOne(tx)`
    insert into incidents (id, user_id, trip_id, booking_id, kind, sealed, pressed_at, created_at,
      due_at)
    values (${i.id}, ${i.userId}, ${i.tripId}, ${i.bookingId}, ${i.kind}, ${i.sealed},
      ${i.pressedAt}, ${i.createdAt}, ${i.dueAt})
    on conflict (id) do nothing`
}

export function findIncident(db: Reader, id: string) {
  return run.row<Incident>(db)`
    select ${columns} from incidents where id = ${id}`
}

export function lockIncident(tx: Tx, id: string) {
  return run.row<Incident>(tx)`
    select ${columns} from incidents where id = ${id} for update`
}

/** Serialises what opens incidents of one trip, so that one event is one incident. */
export async function lockTripIncidents(tx: Tx, tripId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('safety.trip'), hashtext(${tripId}))`.execute(tx)
}

/** Finds an open incident of a person on a trip: an emergency, else one created since. */
export function findOpenIncidentOf(
  tx: Tx,
  { userId, tripId, since }: { userId: string; tripId: string; since: Date },
) {
  return run.row<Incident>(tx)`
    select ${columns} from incidents
    where user_id = ${userId} and trip_id = ${tripId} and closed_at is null
      and (kind = 'emergency' or created_at > ${since})
    order by kind = 'emergency' desc, created_at desc limit 1`
}

/** Locks the open incident of a trip created since an instant: of the person, else the oldest. */
export function lockRecentIncident(
  tx: Tx,
  { tripId, userId, since }: { tripId: string; userId: string | null; since: Date },
) {
  return run.row<Incident>(tx)`
    select ${columns} from incidents
    where trip_id = ${tripId} and closed_at is null and created_at > ${since}
    order by user_id is not distinct from ${userId}::uuid desc, created_at, id limit 1
    for update`
}

/** Turns a report into an emergency; its deadline, the earlier one, stays. */
export async function makeEmergency(
  tx: Tx,
  press: { id: string; pressedAt: Date; sealed: Buffer },
) {
  await sql`
    update incidents set kind = 'emergency', pressed_at = ${press.pressedAt},
      sealed = ${press.sealed}
    where id = ${press.id}`.execute(tx)
}

/** Lists the people with an open emergency on a trip. */
export function listUrgentUsers(db: Reader, tripId: string) {
  return run.values<{ userId: string }>(db)`
    select user_id as "userId" from incidents
    where trip_id = ${tripId} and kind = 'emergency' and closed_at is null
    order by created_at`
}

/** Lists trips with seats that may be without news: nobody ended them, hours after the plan. */
export function listSilentTrips(db: Reader, now: Date) {
  return run.values<{ id: string }>(db)`
    select t.id from trips t
    where t.status = 'published' and t.arrives_at <= ${now}::timestamptz - interval '3 hours'
      and t.arrives_at > ${now}::timestamptz - interval '1 day'
      and not exists (
        select from journeys j where j.trip_id = t.id and j.finished_at is not null)
      and exists (
        select from bookings b where b.trip_id = t.id and b.status in ('confirmed', 'checked_in'))
    order by t.arrives_at`
}

/** Counts a later press of an open emergency; answers false for a press that was counted before. */
export function countPress(tx: Tx, press: { id: string; pressedAt: Date; sealed: Buffer }) {
  return run.changedOne(tx)`
    update incidents set presses = presses + 1, last_pressed_at = ${press.pressedAt},
      sealed = ${press.sealed}
    where id = ${press.id} and coalesce(last_pressed_at, pressed_at) < ${press.pressedAt}
    `
}

export function listIncidentsOf(db: Reader, userId: string) {
  return run.rows<Incident>(db)`
    select ${columns} from incidents where user_id = ${userId}
    order by created_at desc, id limit 20`
}

export async function listIncidentRows(db: Reader, { status, limit, offset }: CasesPart) {
  const which = status === 'open' ? sql`closed_at is null` : sql`closed_at is not null`
  const order =
    status === 'open'
      ? sql`kind <> 'emergency', taken_at is not null, created_at`
      : sql`closed_at desc`
  const rows = await run.rows<Incident>(db)`
    select ${columns} from incidents where ${which}
    order by ${order}, id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*)::int as total from incidents where ${which}`
  return { found: rows, total }
}

/** Finds another open emergency that is not of the viewer's own trip: untaken ones first. */
export function findNextEmergency(
  db: Reader,
  { id, createdAt, viewerId }: Pick<Incident, 'id' | 'createdAt'> & { viewerId: string },
) {
  return run.value<{ id: string }>(db, null)`
    select id from incidents i
    where closed_at is null and kind = 'emergency' and id <> ${id} and user_id <> ${viewerId}
      and not exists (
        select from trips t where t.id = i.trip_id and t.driver_id = ${viewerId})
    order by taken_at is not null, (created_at, id) <= (${createdAt}, ${id}::uuid), created_at, id
    limit 1`
}

export async function takeIncidentRow(tx: Tx, taken: { id: string; by: string; now: Date }) {
  await sql`
    update incidents set taken_by = ${taken.by}, taken_at = ${taken.now}
    where id = ${taken.id}`.execute(tx)
}

/** Gives back the open incidents that a person has taken: their deadline counts again. */
export function freeIncidentsOf(tx: Tx, userId: string) {
  return run.rows<Pick<Incident, 'id' | 'kind'>>(tx)`
    update incidents set taken_by = null, taken_at = null, overdue_at = null
    where taken_by = ${userId} and closed_at is null
    returning id, kind`
}

export async function closeIncidentRow(
  tx: Tx,
  closed: { id: string; by: string; outcome: IncidentOutcome; answer: string; now: Date },
) {
  await sql`
    update incidents set outcome = ${closed.outcome}, answer = ${closed.answer},
      closed_by = ${closed.by}, closed_at = ${closed.now}
    where id = ${closed.id}`.execute(tx)
}

/** Marks untaken incidents past their deadline, each once. */
export function markOverdue(tx: Tx, now: Date) {
  return run.rows<Pick<Incident, 'id' | 'kind'>>(tx)`
    update incidents set overdue_at = ${now}
    where closed_at is null and overdue_at is null and taken_at is null and due_at <= ${now}
    returning id, kind`
}

export type Note = { id: string; incidentId: string; authorId: string; body: string; at: Date }

export async function insertNote(tx: Tx, note: Note) {
  await sql`
    insert into incident_notes (id, incident_id, author_id, body, at)
    values (${note.id}, ${note.incidentId}, ${note.authorId}, ${note.body}, ${note.at})
  `.execute(tx)
}

export function listNotesOf(db: Reader, incidentId: string) {
  return run.rows<Omit<Note, 'incidentId'>>(db)`
    select id, author_id as "authorId", body, at from incident_notes
    where incident_id = ${incidentId} order by at, id`
}

type Danger = QueueCount & { dueAt: Date | null; urgency: 'emergency' }

/** Open incidents; one that nobody took has a deadline. */
export const countIncidents: CountQueue = ({ db }) =>
  sql<Danger>`
    select count(*)::int as count, min(created_at) as "oldestAt", 'emergency' as urgency,
      min(due_at) filter (where taken_at is null) as "dueAt"
    from incidents where closed_at is null`.execute(db)
