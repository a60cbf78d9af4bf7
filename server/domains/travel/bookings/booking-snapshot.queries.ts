// Reads a booking in one statement with all data that decisions on it and answers about it need.
import { sql } from 'kysely'
import {
  type PersonRow,
  presentPerson,
  type ShownPerson,
} from '#server/domains/people/users/users.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Booking, Facts } from './booking.ts'
import { bookingColumns, factColumns, factsOfRow } from './bookings.queries.ts'

/** People, vehicle and facts that an answer about the booking shows. */
export type ViewData = {
  people: Map<string, ShownPerson>
  vehicle: { brand: string; model: string; color: string; plate: string }
  facts: Facts
}

export type ViewRow = { passenger: PersonRow; driver: PersonRow } & ViewData['vehicle'] & Facts

/** Columns of passenger `p`, driver `d` and vehicle `v`, without the facts (`factColumns`). */
export const viewColumns = sql`
  v.brand, v.model, v.color, v.plate,
  json_build_array(p.id, p.first_name, p.last_name, p.username, p.identity_verified_at,
    p.photo_version) as passenger,
  json_build_array(d.id, d.first_name, d.last_name, d.username, d.identity_verified_at,
    d.photo_version) as driver`

export function viewOf(row: ViewRow): ViewData {
  const people = new Map([row.passenger, row.driver].map((each) => presentPerson(each)))
  return { people, vehicle: row, facts: row }
}

export type BookingSnapshot = {
  booking: Booking
  trip: { status: string; revision: number }
  view: ViewData
  /** Booking, facts and trip status as text, which `cancel_bookings` compares. */
  fingerprint: string
}

type SnapshotRow = Booking &
  ViewRow & { no: number; fingerprint: string; tripStatus: string; tripRevision: number }

const snapshotColumns = sql`
  ${bookingColumns}, ${viewColumns}, ${factColumns}, t.status as "tripStatus",
  t.revision as "tripRevision", concat_ws('|', b, f, t.status) as fingerprint`

const snapshotTables = sql`
  bookings b
  join trips t on t.id = b.trip_id
  join users p on p.id = b.passenger_id
  join users d on d.id = b.driver_id
  join vehicles v on v.id = t.vehicle_id, ${factsOfRow}`

/** Orders the rows by `no`, with `undefined` for bookings that were not found. */
function inOrder(rows: SnapshotRow[], count: number) {
  const found = Array.from<BookingSnapshot | undefined>({ length: count })
  for (const { no, fingerprint, tripStatus: status, tripRevision: revision, ...row } of rows) {
    found[no - 1] = { booking: row, trip: { status, revision }, view: viewOf(row), fingerprint }
  }
  return found
}

/** Reads one snapshot per id; undefined for an unknown id. */
export async function listSnapshots(db: Reader, ids: readonly string[]) {
  const { rows } = await sql<SnapshotRow>`
    select ${snapshotColumns}, asked.no::int
    from unnest(${ids}::uuid[]) with ordinality as asked (id, no), ${snapshotTables}
    where b.id = asked.id`.execute(db)
  return inOrder(rows, ids.length)
}

export async function findSnapshot(db: Reader, id: string): Promise<BookingSnapshot | undefined> {
  return (await listSnapshots(db, [id]))[0]
}

/** Reads bookings by trip and ticket code. */
export async function listSnapshotsByCode(
  db: Reader,
  codes: readonly { tripId: string; code: string }[],
) {
  const { rows } = await sql<SnapshotRow>`
    select ${snapshotColumns}, asked.no::int
    from unnest(${codes.map(({ tripId }) => tripId)}::uuid[],
        ${codes.map(({ code }) => code)}::text[]) with ordinality as asked (trip_id, code, no),
      ${snapshotTables}
    where b.trip_id = asked.trip_id and b.code = asked.code`.execute(db)
  return inOrder(rows, codes.length)
}
