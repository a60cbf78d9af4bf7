import { sql } from 'kysely'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Travelled } from './impact.ts'

const NOTHING: Travelled = { seats: 0, km: 0 }

/** Sums of the seats of bookings `b` and of their seat kilometres. */
const sums = sql`
  coalesce(sum(b.seats), 0)::int as seats,
  coalesce(sum(b.seats * (c.kms[b.to_seq + 1] - c.kms[b.from_seq + 1])), 0)::float8 as km`

const withWay = sql`
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id`

/** Counts all trips with completed bookings and sums their seats. */
export function sumAll(reader: Reader) {
  return run.row<Travelled & { trips: number }>(reader, { ...NOTHING, trips: 0 })`
    select ${sums}, count(distinct b.trip_id)::int as trips
    ${withWay} where b.status = 'completed'`
}

/** Sums the seats that a person travelled, or that others travelled in their car. */
export function sumOf(reader: Reader, userId: string, side: 'passenger' | 'driver') {
  const person = side === 'passenger' ? sql`b.passenger_id` : sql`b.driver_id`
  return run.row<Travelled>(reader, NOTHING)`
    select ${sums} ${withWay} where ${person} = ${userId} and b.status = 'completed'`
}

/** Sums the seats of a trip that are booked or were travelled. */
export function sumOfTrip(reader: Reader, tripId: string) {
  return run.row<Travelled>(reader, NOTHING)`
    select ${sums} ${withWay}
    where b.trip_id = ${tripId}
      and b.status in ('confirmed', 'checked_in', 'completed')`
}
