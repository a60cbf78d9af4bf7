import { HydrationBoundary, keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { TripView } from '#contract/trips.ts'
import { SomethingWrong } from '#web/domain/support/something-wrong.tsx'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { LateMeetingPlaces } from '#web/domain/trips/late-meeting-places.tsx'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dateLong, duration, km } from '#web/lib/format.ts'
import { lateImport } from '#web/lib/late-import.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSeed } from '#web/lib/seeded-queries.ts'
import { serverApi, serverTime } from '#web/lib/server-api.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/trip.route.ts'
import { loadTrip, partOf } from './load-trip.ts'
import { RouteMap } from './route-map.tsx'
import { SegmentPicker } from './segment-picker.tsx'
import { BookingPlace, TripBooking } from './trip-booking.tsx'
import { TripGlance } from './trip-glance.tsx'
import { tripMeta } from './trip-meta.ts'
import { chosenPart } from './trip-part.ts'
import { TripPeople } from './trip-people.tsx'
import { TripRoute } from './trip-route.tsx'
import { TripStatusBanner } from './trip-status-banner.tsx'
import { TripTerms } from './trip-terms.tsx'

// Lazy: only the trip's driver needs it.
const DriverPanel = lazy(async () => ({
  default: (await lateImport(() => import('./driver-panel.tsx'))).DriverPanel,
}))

const TripImpact = lazy(async () => ({
  default: (await lateImport(() => import('#web/domain/impact/trip-impact.tsx'))).TripImpact,
}))

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Viaje · Cupo' }]
  return tripMeta(loaderData.trip, loaderData.origin)
}

/** Fetches the trip for server-side rendering. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadTrip(params.tripId, new URL(request.url), {
    api: context.get(serverApi),
    now: context.get(serverTime),
  })
}

/** On navigation inside the app, the screen fetches in the browser. */
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

function ReadTrip({ renderedAt }: { renderedAt: string | undefined }) {
  const { tripId = '' } = useParams()
  const [params] = useSearchParams()
  const part = partOf(params)
  const online = useOnline()
  const answer = useQuery({
    queryKey: queryKeys.trip(tripId, part),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: part, signal }),
    // When another part of the trip is chosen, the page stays while its price loads.
    placeholderData: keepPreviousData,
  })
  const { data, dataUpdatedAt } = answer
  // The server renders the public view. The refetch in the browser knows the person.
  const read = useMemo(() => ({ ...data, anybody: dataUpdatedAt === 0 }), [data, dataUpdatedAt])
  const { trip, anybody } = read
  if (data?.trip.id === tripId && trip) {
    const seats = part.seats ?? 1
    if (chosenPart(trip)) return <TripPage {...{ trip, seats, anybody, renderedAt }} />
  }
  if (hasCode(answer.error, 'trip_not_found', 'invalid_request')) return <NotFound />
  if (hasCode(answer.error, 'stop_not_found', 'stops_out_of_order')) {
    return <WrongStops tripId={tripId} />
  }
  return (
    <Page title="Viaje" width="page">
      {answer.isError || !online ? (
        <LoadFailed
          what="este viaje"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      ) : (
        <SkeletonList rows={3} rowClass="h-52" />
      )}
    </Page>
  )
}

function NotFound() {
  return (
    <Page title="Viaje">
      <EmptyState
        region="paramo"
        title="No encontramos ese viaje"
        action={<ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>}
      >
        Puede que el enlace esté incompleto o que el viaje ya no exista.
      </EmptyState>
    </Page>
  )
}

function WrongStops({ tripId }: { tripId: string }) {
  return (
    <Page title="Viaje">
      <EmptyState
        region="paramo"
        title="Ese tramo no es de este viaje"
        action={<ButtonLink to={paths.trip(tripId)}>Ver el viaje completo</ButtonLink>}
      >
        Elige otra vez dónde subes y dónde bajas.
      </EmptyState>
    </Page>
  )
}

type TripPageProps = {
  trip: TripView
  seats: number
  anybody: boolean
  renderedAt: string | undefined
}

/** Memoized: `ReadTrip` renders with each step of its query. */
const TripPage = memo(function TripPage({ trip, seats, anybody, renderedAt }: TripPageProps) {
  const part = chosenPart(trip)
  if (!part) return null
  const now = anybody && renderedAt ? new Date(renderedAt) : new Date()
  const isDriver = trip.viewer === 'driver'
  // In the public view, CSS hides the visitors' actions from people with a session.
  const visitors = { className: 'contents', 'data-audience': anybody ? 'out' : undefined }
  return (
    <Page
      width={isDriver ? 'flow' : 'page'}
      title={`${part.from.name} → ${part.to.name}`}
      lead={<span className="inline-block first-letter:uppercase">{dateLong(part.from.at)}</span>}
      {...(isDriver ? { back: { to: paths.myTrips('conductor'), label: 'Mis viajes' } } : {})}
    >
      <TripStatusBanner trip={trip} />
      {/* One flex column on a phone, so that the sticky bar spans the page; two from `lg` on. */}
      <div
        className={cx(
          'flex flex-col gap-6',
          !isDriver && 'lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
          {isDriver ? (
            <Later rows={4}>
              <DriverPanel trip={trip} />
            </Later>
          ) : (
            <TripGlance trip={trip} part={part} />
          )}
          <RouteMap corridor={trip.corridor} from={part.from.id} to={part.to.id} />
          <div className="-mt-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">
              Todo el recorrido: {km(trip.distanceKm)}, {duration(trip.durationMinutes)}{' '}
              aproximadamente.
            </p>
            <LateShare
              label="Compartir viaje"
              text={`Viaje de ${part.from.name} a ${part.to.name}: ${dateLong(part.from.at)}.`}
              path={paths.trip(trip.id, { from: part.from.id, to: part.to.id })}
            />
          </div>
          {!isDriver && (
            <div {...visitors}>
              <SegmentPicker trip={trip} part={part} />
            </div>
          )}
          <TripRoute trip={trip} part={part} />
          <LateMeetingPlaces from={part.from.point} to={part.to.point} />
          <TripPeople trip={trip} />
          <TripTerms trip={trip} part={part} now={now} />
          <SomethingWrong to={supportLinks.about('viaje', trip.id)} />
          <Suspense fallback={null}>
            <TripImpact tripId={trip.id} />
          </Suspense>
        </div>
        {!isDriver && (
          <div {...visitors}>
            <TripBooking trip={trip} part={part} seats={seats} />
          </div>
        )}
        {anybody && <BookingPlace />}
      </div>
    </Page>
  )
})
