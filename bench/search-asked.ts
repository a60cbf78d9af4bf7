import type pg from 'pg'
import type { Between } from '#server/domains/search/search.public.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** One search: two places, the start of a day in Bogotá, seats. */
export type Asked = { from: string; to: string; day: Date; seats: number }

/**
 * What people ask: half of the searches are for both ends of a trip's way, half for two places on
 * it, so that the busiest corridors are searched most; every fifth for two seats.
 */
export async function sampleSearches(pool: pg.Pool, count: number): Promise<Asked[]> {
  const { rows } = await pool.query<{ place_ids: string[]; departs_at: Date }>(
    `select c.place_ids, t.departs_at
     from (select corridor_id, departs_at from trips
       order by hashtextextended(id::text, 42) limit $1) as t
     join corridors c on c.id = t.corridor_id`,
    [count],
  )
  return rows.map(({ place_ids: places, departs_at: departsAt }, index) => {
    const last = places.length - 1
    const first = index % 2 === 0 ? 0 : index % last
    const end = index % 2 === 0 ? last : first + 1 + ((index * 7) % (last - first))
    return {
      from: places[first] ?? '',
      to: places[end] ?? '',
      day: startOfBogotaDate(bogotaDate(departsAt)),
      seats: index % 5 === 0 ? 2 : 1,
    }
  })
}

/** The same search as the server's statement takes it. */
export function statementOf({ from, to, day, seats }: Asked, soonest: Date): Between {
  const days = [-3, -2, -1, 1, 2, 3].map((away) => addMs(day, away * DAY_MS))
  const since = day > soonest ? day : soonest
  return {
    from,
    to,
    seats,
    viewerId: null,
    since,
    until: addMs(day, DAY_MS),
    limit: 50,
    offset: 0,
    choice: null,
    days,
    soonest,
  }
}
