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
  /** Time of rendering, so that hydration computes the same time-dependent text. */
  now: string
}

/** Reads the segment and the number of seats from the address; undefined for one seat. */
export function partOf(params: URLSearchParams) {
  const seats = Number(params.get('seats'))
  return {
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
    seats: Number.isInteger(seats) && seats > 1 && seats <= SEATS_MAX ? seats : undefined,
  }
}

/** Whether the address is that of a driver's own trip (`paths.ownTrip`). */
export function isOwn(params: URLSearchParams): boolean {
  return params.get('ver') === 'conductor'
}

/**
 * The public view of the trip, for server-side rendering. It is stale from the start (`updatedAt`
 * 0): the browser refetches it immediately with the person's session. Null without an API.
 * @throws the status of the API's refusal, as the status of the page
 */
export async function loadTrip(
  tripId: string,
  address: URL,
  { api, now }: { api: Client | null; now: Date | null },
): Promise<LoadedTrip | null> {
  if (!api || !now) return null
  const part = partOf(address.searchParams)
  const answer = await api.trips.show({ params: { tripId }, query: part }).catch(pageStatus)
  const client = new QueryClient()
  client.setQueryData(queryKeys.trip(tripId, part), answer, { updatedAt: 0 })
  return {
    seed: dehydrate(client),
    trip: answer.trip,
    origin: address.origin,
    now: now.toISOString(),
  }
}
