import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Travelled } from './impact.ts'

const NOTHING: Travelled = { seats: 0, km: 0 }

/** Seats of bookings `b` that were travelled, and their kilometres. */
const sums = sql`
  coalesce(sum(b.seats), 0)::int as seats,
  coalesce(sum(b.seats * (c.kms[b.to_seq + 1] - c.kms[b.from_seq + 1])), 0)::float8 as km`

const withWay = sql`
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id`

/** All trips that ended: their number, and the seats travelled. */
export async function sumAll(reader: Reader): Promise<Travelled & { trips: number }> {
  const { rows } = await sql<Travelled & { trips: number }>`
    select ${sums}, count(distinct b.trip_id)::int as trips
    ${withWay} where b.status = 'completed'`.execute(reader)
  return rows[0] ?? { ...NOTHING, trips: 0 }
}

/** Seats that a person travelled. */
export async function sumAsPassenger(reader: Reader, userId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.passenger_id = ${userId} and b.status = 'completed'`.execute(reader)
  return rows[0] ?? NOTHING
}

/** Seats that others travelled in the car of a person. */
export async function sumAsDriver(reader: Reader, userId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.driver_id = ${userId} and b.status = 'completed'`.execute(reader)
  return rows[0] ?? NOTHING
}

/** Seats of a trip that are taken or were travelled. */
export async function sumOfTrip(reader: Reader, tripId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.trip_id = ${tripId}
      and b.status in ('confirmed', 'checked_in', 'completed')`.execute(reader)
  return rows[0] ?? NOTHING
}
