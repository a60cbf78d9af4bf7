import type pg from 'pg'
import type { Between } from '#server/modules/travel/search/index.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { type Client, expectStatus } from './http.ts'
import type { Work } from './load.ts'

/** One search: two places, the start of a day in Bogotá, and a number of seats. */
export type Search = { from: string; to: string; day: Date; seats: number }

/**
 * Samples searches for trips that exist, so the busiest corridors are searched most: half of the
 * searches are for both ends of a corridor, half for two places on it. Every fifth search is for
 * two seats.
 */
export async function sampleSearches(pool: pg.Pool, count: number): Promise<Search[]> {
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

/** Sends the searches over HTTP, one after the other. */
export function searchesOverHttp(client: Client, searches: readonly Search[]): Work {
  return async (turn) => {
    const { from, to, day, seats } = searches[turn % searches.length] as Search
    const query = `from=${from}&to=${to}&date=${bogotaDate(day)}&seats=${seats}`
    expectStatus(await client.get(`/api/trips/search?${query}`), 200)
    return true
  }
}

/** Input of the server's SQL statement for the same search by a visitor without a session. */
export function statementOf({ from, to, day, seats }: Search, soonest: Date): Between {
  return {
    from,
    to,
    seats,
    viewerId: null,
    now: soonest,
    since: day > soonest ? day : soonest,
    until: addMs(day, DAY_MS),
    limit: 50,
    offset: 0,
    choice: null,
    days: [-3, -2, -1, 1, 2, 3].map((away) => addMs(day, away * DAY_MS)),
    soonest,
  }
}
