import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query'
import { SEATS_MAX } from '#contract/limits.ts'
import type { TripView } from '#contract/trips.ts'
import type { Client } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { pageStatus } from '#web/lib/server-api.ts'

export type LoadedTrip = {
  seed: DehydratedState
  trip: TripView
  origin: string
  /** When the page was rendered: what depends on the hour is the same when it comes to life. */
  now: string
}

/** The part of a trip that an address asks for, and the seats when there are several. */
export function partOf(params: URLSearchParams) {
  const seats = Number(params.get('seats'))
  return {
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
    seats: Number.isInteger(seats) && seats > 1 && seats <= SEATS_MAX ? seats : undefined,
  }
}

/**
 * The trip as everybody may see it, read while the server renders its page. It is marked as old:
 * the browser asks again at once, as the person who is there. Null without an API.
 * @throws what the API refused, as the status of the page
 */
export async function loadTrip(
  tripId: string,
  address: URL,
  api: Client | null,
): Promise<LoadedTrip | null> {
  if (!api) return null
  const part = partOf(address.searchParams)
  const answer = await api.trips.show({ params: { tripId }, query: part }).catch(pageStatus)
  const client = new QueryClient()
  client.setQueryData(queryKeys.trip(tripId, part), answer, { updatedAt: 0 })
  const now = new Date().toISOString()
  return { seed: dehydrate(client), trip: answer.trip, origin: address.origin, now }
}
