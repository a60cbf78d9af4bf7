import { dehydrate, HydrationBoundary, keepPreviousData, QueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SEATS_MAX } from '#contract/limits.ts'
import type { Client } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSeed } from '#web/lib/seeded-queries.ts'
import { pageStatus, serverApi, serverTime } from '#web/lib/server-api.ts'
import { chosenPart } from '#web/shared/trips/trip-part.ts'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/trip.route.ts'
import { tripMeta } from './trip-meta.ts'
import { OwnPlace, TripPage, TripPlace } from './trip-page.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: titled('Viaje') }]
  return tripMeta(loaderData.trip, loaderData.origin)
}

/** Fetches the trip for server-side rendering. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadTrip(params.tripId, new URL(request.url), {
    api: context.get(serverApi),
    now: context.get(serverTime),
  })
}

/** No prefetch: on navigation inside the app, the screen fetches in the browser. */
export function clientLoader() {
  return null
}

export default function Trip({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={useSeed(loaderData?.seed)}>
      <ReadTrip renderedAt={loaderData?.now} />
    </HydrationBoundary>
  )
}

const REFRESH_MS = 20_000

function ReadTrip({ renderedAt }: { renderedAt: string | undefined }) {
  const { tripId = '' } = useParams()
  const [params] = useSearchParams()
  const part = partOf(params)
  const online = useOnline()
  const answer = useTrip(tripId, part, {
    // When another part of the trip is chosen, the page stays while its price loads.
    placeholderData: keepPreviousData,
    // The driver's page follows what is sold, and where the trip is.
    refetchInterval: ({ state }) => (state.data?.trip.own ? REFRESH_MS : false),
  })
  const { data, dataUpdatedAt } = answer
  // The server renders the public view. The refetch in the browser knows the person.
  const read = useMemo(() => ({ ...data, anybody: dataUpdatedAt === 0 }), [data, dataUpdatedAt])
  const { trip, anybody } = read
  if (data?.trip.id === tripId && trip) {
    const seats = part.seats ?? 1
    // If the refetch fails, the public view stays.
    const own = anybody && isOwn(params) && !answer.isError
    if (chosenPart(trip)) return <TripPage {...{ trip, seats, anybody, own, renderedAt }} />
  }
  if (hasCode(answer.error, 'trip_not_found', 'invalid_request')) {
    const action = <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
    return (
      <Missing title="No encontramos ese viaje" action={action}>
        Puede que el enlace esté incompleto o que el viaje ya no exista.
      </Missing>
    )
  }
  if (hasCode(answer.error, 'stop_not_found', 'stops_out_of_order')) {
    const action = <ButtonLink to={paths.trip(tripId)}>Ver el viaje completo</ButtonLink>
    return (
      <Missing title="Ese tramo no es de este viaje" action={action}>
        Elige otra vez dónde subes y dónde bajas.
      </Missing>
    )
  }
  if (!answer.isError && online) return isOwn(params) ? <OwnPlace /> : <TripPlace />
  return (
    <Page title="Viaje" width="page">
      <LoadFailed
        what="este viaje"
        error={answer.error}
        onRetry={() => void answer.refetch()}
        retrying={answer.isFetching}
      />
    </Page>
  )
}

function Missing(words: Pick<ComponentProps<typeof EmptyState>, 'title' | 'action' | 'children'>) {
  return (
    <Page title="Viaje">
      <EmptyState region="paramo" {...words} />
    </Page>
  )
}

/** Reads the segment and the number of seats from the address; undefined for one seat. */
function partOf(params: URLSearchParams) {
  const seats = Number(params.get('seats'))
  return {
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
    seats: Number.isInteger(seats) && seats > 1 && seats <= SEATS_MAX ? seats : undefined,
  }
}

/** Whether the address is that of a driver's own trip (`paths.ownTrip`). */
function isOwn(params: URLSearchParams): boolean {
  return params.get('ver') === 'conductor'
}

/**
 * The public view of the trip, for server-side rendering. It is stale from the start (`updatedAt`
 * 0): the browser refetches it immediately with the person's session. Null without an API.
 * @throws the status of the API's refusal, as the status of the page
 */
async function loadTrip(
  tripId: string,
  address: URL,
  { api, now }: { api: Client | null; now: Date | null },
) {
  if (!api || !now) return null
  const part = partOf(address.searchParams)
  const answer = await api.trips.show({ params: { tripId }, query: part }).catch(pageStatus)
  const client = new QueryClient()
  client.setQueryData(queryKeys.trip(tripId, part), answer, { updatedAt: 0 })
  return {
    seed: dehydrate(client),
    trip: answer.trip,
    origin: address.origin,
    // Time of rendering, so that hydration computes the same time-dependent text.
    now: now.toISOString(),
  }
}
