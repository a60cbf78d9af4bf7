import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** Route of each booking, such as `Bogotá → Cali`, by booking id; unknown ids are absent. */
export async function findRoutesOf(reader: Reader, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; start: string; finish: string }>`
    select b.id, p.name as start, q.name as finish
    from bookings b
    join trips t on t.id = b.trip_id
    join corridors c on c.id = t.corridor_id
    join places p on p.id = c.place_ids[b.from_seq + 1]
    join places q on q.id = c.place_ids[b.to_seq + 1]
    where b.id = any(${[...bookingIds]}::uuid[])`.execute(reader)
  return new Map(rows.map(({ id, start, finish }) => [id, `${start} → ${finish}`]))
}
