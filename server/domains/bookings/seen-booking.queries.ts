// A booking with all that a decision on it looks at and its answer shows, in one statement.
import { type RawBuilder, sql } from 'kysely'
import {
  type PersonRow,
  presentPerson,
  type ShownPerson,
} from '#server/domains/users/users.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Booking, Facts } from './booking.ts'
import { bookingColumns, factColumns, factsOfRow } from './bookings.queries.ts'

/** Whom and what the answer shows. */
export type Shown = {
  people: Map<string, ShownPerson>
  vehicle: { brand: string; model: string; color: string; plate: string }
  facts: Facts
}

export type ShownRow = { passenger: PersonRow; driver: PersonRow } & Shown['vehicle'] & Facts

/** Of the people called `p` and `d` and the vehicle called `v`; its facts are `factColumns`. */
export const shownColumns = sql`
  v.brand, v.model, v.color, v.plate,
  json_build_array(p.id, p.first_name, p.last_name, p.username, p.identity_verified_at,
    p.photo_version) as passenger,
  json_build_array(d.id, d.first_name, d.last_name, d.username, d.identity_verified_at,
    d.photo_version) as driver`

export function shownOf(row: ShownRow): Shown {
  const people = new Map([row.passenger, row.driver].map((each) => presentPerson(each)))
  return { people, vehicle: row, facts: row }
}

export type SeenBooking = {
  booking: Booking
  trip: { status: string; revision: number }
  shown: Shown
  /** All that decides what may become of the booking, as text: `cancel_booking` compares it. */
  seen: string
}

type SeenRow = Booking & ShownRow & { seen: string; tripStatus: string; tripRevision: number }

const seenColumns = sql`
  ${bookingColumns}, ${shownColumns}, ${factColumns}, t.status as "tripStatus",
  t.revision as "tripRevision", concat_ws('|', b, f, t.status) as seen`

const seenTables = sql`
  bookings b
  join trips t on t.id = b.trip_id
  join users p on p.id = b.passenger_id
  join users d on d.id = b.driver_id
  join vehicles v on v.id = t.vehicle_id, ${factsOfRow}`

async function seenOf(db: Reader, query: RawBuilder<SeenRow>): Promise<SeenBooking | undefined> {
  const [row] = (await query.execute(db)).rows
  if (!row) return undefined
  const { seen, tripStatus: status, tripRevision: revision } = row
  return { booking: row, trip: { status, revision }, shown: shownOf(row), seen }
}

export function seeBooking(db: Reader, id: string): Promise<SeenBooking | undefined> {
  return seenOf(db, sql<SeenRow>`select ${seenColumns} from ${seenTables} where b.id = ${id}`)
}

export function seeBookingByCode(
  db: Reader,
  { tripId, code }: { tripId: string; code: string },
): Promise<SeenBooking | undefined> {
  return seenOf(
    db,
    sql<SeenRow>`
    select ${seenColumns} from ${seenTables} where b.trip_id = ${tripId} and b.code = ${code}`,
  )
}
