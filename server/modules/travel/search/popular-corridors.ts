import type { z } from 'zod'
import type { search } from '#contract/search.ts'
import { namePlaces } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { listPopularEnds, type PopularRow } from './search.queries.ts'

const CORRIDORS_MAX = 8
const DAYS_AHEAD = 14
/** Cache time in ms; every visit of the home page asks for this, and it can be a minute old. */
const KEPT_MS = 60_000

const cached = cachedFor<PopularRow[]>(KEPT_MS, (db, now) =>
  listPopularEnds(db, { since: now, until: addMs(now, DAYS_AHEAD * DAY_MS), limit: CORRIDORS_MAX }),
)

/** Lists the ends of most trips of the next fortnight. */
export async function popularCorridors(deps: ReadDeps): Promise<z.input<typeof search.popular.ok>> {
  const rows = await cached.get(deps)
  const ids = rows.flatMap((row) => [row.from_place, row.to_place])
  const place = await namePlaces(deps, ids)
  return {
    corridors: rows.map((row) => ({
      from: place(row.from_place),
      to: place(row.to_place),
      trips: row.trips,
    })),
  }
}
