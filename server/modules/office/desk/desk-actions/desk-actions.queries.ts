// Read only for tables of other modules (docs/decisions/0041); this file writes only `desk_notes`.
import { type RawBuilder, sql } from 'kysely'
import type { DeskSubjectKind } from '#contract/desk-actions.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type Subject = {
  kind: DeskSubjectKind
  id: string
  /** Owner of the subject: the person itself, the payer, the passenger or the driver. */
  userId: string
  /** Driver and trip of a trip or booking. */
  driverId?: string
  tripId?: string
  /** Pesos and reference of a top-up. */
  pesos?: number
  reference?: string
  /** State; a person has none. */
  status?: string
  /** Departure of a trip, pick-up of a booking, creation of a top-up. */
  at?: Date
  /** Whether the account of `userId` is closed, so that nobody reads a message. */
  closed: boolean
}

const closed = (userId: RawBuilder<unknown>) => sql`
  exists (select from account_closings c
    where c.user_id = ${userId} and c.started_at is not null) as closed`

const subjects: Record<DeskSubjectKind, (id: string) => RawBuilder<Subject>> = {
  user: (id) => sql<Subject>`
    select 'user' as kind, u.id, u.id as "userId", ${closed(sql`u.id`)}
    from users u where u.id = ${id}`,
  trip: (id) => sql<Subject>`
    select 'trip' as kind, t.id, t.driver_id as "userId", t.driver_id as "driverId",
      t.id as "tripId", t.status, t.departs_at as at, ${closed(sql`t.driver_id`)}
    from trips t where t.id = ${id}`,
  booking: (id) => sql<Subject>`
    select 'booking' as kind, b.id, b.passenger_id as "userId", b.driver_id as "driverId",
      b.trip_id as "tripId", b.status, b.picks_up_at as at, ${closed(sql`b.passenger_id`)}
    from bookings b where b.id = ${id}`,
  payment: (id) => sql<Subject>`
    select 'payment' as kind, p.id, p.user_id as "userId",
      p.amount_pesos as pesos, p.status, p.reference, p.created_at as at,
      ${closed(sql`p.user_id`)}
    from payments p where p.id = ${id}`,
}

export async function findSubject(
  reader: Reader,
  { kind, id }: { kind: DeskSubjectKind; id: string },
): Promise<Subject | undefined> {
  const { rows } = await subjects[kind](id).execute(reader)
  return rows[0]
}

/** Lists the passengers of a trip whose booking is open or who are aboard. */
export function listPassengerIds(reader: Reader, tripId: string) {
  return run.values<{ id: string }>(reader)`
    select distinct passenger_id as id from bookings
    where trip_id = ${tripId} and status in ('requested', 'confirmed', 'checked_in')
    order by 1`
}

/** Lists all people who have or had a booking on a trip, in any state. */
export function listSeatedIds(reader: Reader, tripId: string) {
  return run.values<{ id: string }>(reader)`
    select distinct passenger_id as id from bookings where trip_id = ${tripId}`
}

/** What cancelling the open bookings of a trip, or one of them, returns through wallets. */
export function sumOpenBookings(
  reader: Reader,
  { tripId, bookingId }: { tripId: string; bookingId: string | null },
) {
  return run.row<{ bookings: number; pesos: number }>(reader, { bookings: 0, pesos: 0 })`
    select count(*)::int as bookings,
      coalesce(sum(fare_pesos) filter (where payment_mode = 'billetera'), 0)::bigint as pesos
    from bookings
    where trip_id = ${tripId} and status in ('requested', 'confirmed')
      and (${bookingId}::uuid is null or id = ${bookingId}::uuid)`
}

export type NoteRow = { id: string; at: Date; actorId: string; text: string }

const NOTES_SHOWN = 50

export function listNotes(reader: Reader, subjectId: string) {
  return run.rows<NoteRow>(reader)`
    select id, at, actor_id as "actorId", text from desk_notes
    where subject_id = ${subjectId} order by at desc, id desc limit ${NOTES_SHOWN}`
}

/** Inserts a note; answers false when the id is used already. */
export function insertNote(
  tx: Tx,
  note: NoteRow & Pick<Subject, 'kind' | 'userId'> & { subjectId: string },
) {
  return run.changedOne(tx)`
    insert into desk_notes (id, subject_kind, subject_id, user_id, actor_id, text, at)
    values (${note.id}, ${note.kind}, ${note.subjectId}, ${note.userId}, ${note.actorId},
      ${note.text}, ${note.at})
    on conflict (id) do nothing`
}
