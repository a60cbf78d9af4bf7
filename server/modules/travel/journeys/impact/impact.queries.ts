import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Travelled } from './impact.ts'

const NOTHING: Travelled = { seats: 0, km: 0 }

/** Sums of the seats of bookings `b` and of their seat kilometres. */
const sums = sql`
  coalesce(sum(b.seats), 0)::int as seats,
  coalesce(sum(b.seats * (c.kms[b.to_seq + 1] - c.kms[b.from_seq + 1])), 0)::float8 as km`

const withWay = sql`
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id`

/** Counts all trips with completed bookings and sums their seats. */
export async function sumAll(reader: Reader): Promise<Travelled & { trips: number }> {
  const { rows } = await sql<Travelled & { trips: number }>`
    select ${sums}, count(distinct b.trip_id)::int as trips
    ${withWay} where b.status = 'completed'`.execute(reader)
  return rows[0] ?? { ...NOTHING, trips: 0 }
}

/** Sums the seats that a person travelled as a passenger. */
export async function sumAsPassenger(reader: Reader, userId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.passenger_id = ${userId} and b.status = 'completed'`.execute(reader)
  return rows[0] ?? NOTHING
}

/** Sums the seats that others travelled in a person's car. */
export async function sumAsDriver(reader: Reader, userId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.driver_id = ${userId} and b.status = 'completed'`.execute(reader)
  return rows[0] ?? NOTHING
}

/** Sums the seats of a trip that are booked or were travelled. */
export async function sumOfTrip(reader: Reader, tripId: string): Promise<Travelled> {
  const { rows } = await sql<Travelled>`
    select ${sums} ${withWay}
    where b.trip_id = ${tripId}
      and b.status in ('confirmed', 'checked_in', 'completed')`.execute(reader)
  return rows[0] ?? NOTHING
}
