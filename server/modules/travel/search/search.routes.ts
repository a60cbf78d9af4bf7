import { search } from '#contract/search.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { findJourneys } from './exchange.ts'
import { findTrips } from './find-trips.ts'
import { nearestPlace } from './nearest-place.ts'
import { noteMissedSearch } from './note-missed-search.ts'

/** Serves the search of trips; it writes only the count of searches that found nothing. */
export const searchRoutes = routesOf(search, (deps) => ({
  trips: async ({ actor, query }) => {
    const found = await findTrips(deps, actor, query)
    await noteMissedSearch(deps, query, found)
    return found
  },
  near: ({ query }) => nearestPlace(deps, query),
  driverJourneys: ({ query, request }) =>
    findJourneys(deps, [request.headers['x-api-key']].flat()[0], query),
  exchangeStatus: async () => ({}),
}))
