import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Found, TripSearch } from './find-trips.ts'
import { countMissedSearch } from './search.queries.ts'

/**
 * Counts a search without filters that found nothing, for the team: per day and pair of places,
 * without the person who searched. A failure to count does not fail the search.
 */
export async function noteMissedSearch(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { from, to, page = 1, filters, hours, maxPrice }: TripSearch,
  { total }: Found,
): Promise<void> {
  const isNarrowed = filters || hours || maxPrice !== undefined
  if (total > 0 || page > 1 || isNarrowed) return
  try {
    await countMissedSearch(deps.db, { day: bogotaDate(deps.clock.now()), from, to })
  } catch (error) {
    deps.log.warn({ err: error }, 'a search without results was not counted')
  }
}
