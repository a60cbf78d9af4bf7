import { memo, Suspense } from 'react'
import type { TripView } from '#contract/trips.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dateLong, duration, km } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { SomethingWrong } from '#web/shared/support/something-wrong.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { LateMeetingPlaces } from '#web/shared/trips/late-meeting-places.tsx'
import { chosenPart, type TripPart, withKept } from '#web/shared/trips/trip-part.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TripBooking, useTripKeep } from './trip-booking.tsx'
import {
  RouteMap,
  SegmentPicker,
  TripGlance,
  TripImpact,
  TripPeople,
  TripRoute,
  TripStatusBanner,
  TripTerms,
} from './trip-sections.tsx'

// Lazy: only the trip's driver needs this screen.
const OwnTrip = lazyPart(() => import('./own/own-trip.tsx'), 'OwnTrip')

type TripPageProps = {
  trip: TripView
  seats: number
  anybody: boolean
  /** The address is that of a driver's own trip, and the viewer is not known yet. */
  own: boolean
  renderedAt: string | undefined
}

/** Memoized: `ReadTrip` renders with each step of its query. */
export const TripPage = memo(function TripPage(props: TripPageProps) {
  const { trip, anybody, own } = props
  const part = chosenPart(trip)
  if (!part) return null
  if (trip.own) {
    return (
      <Suspense fallback={<OwnPlace part={part} />}>
        <OwnTrip trip={trip} part={part} />
      </Suspense>
    )
  }
  // In the public view, CSS hides the visitors' page from people with a session.
  return (
    <>
      {own && (
        <div data-audience="in" className="contents">
          <OwnPlace part={part} />
        </div>
      )}
      <div data-audience={own ? 'out' : undefined} className="contents">
        <OfferedTrip {...props} audience={anybody ? 'out' : undefined} />
      </div>
    </>
  )
})

/** Place of the driver's screen while it loads. */
export function OwnPlace({ part }: { part?: TripPart }) {
  return (
    <Page back={{ to: paths.myTrips('conductor'), label: 'Mis viajes' }}>
      <h1 className="sr-only">{part ? `${part.from.name} → ${part.to.name}` : 'Viaje'}</h1>
      <SkeletonList rows={4} />
    </Page>
  )
}

type OfferedProps = TripPageProps & {
  /** Audience of the visitors' content: `out` hides it from people with a session. */
  audience: 'out' | undefined
}

/** A trip as passengers and visitors see it. */
function OfferedTrip({ trip, seats, anybody, own, renderedAt, audience }: OfferedProps) {
  const keep = useTripKeep(trip, !anybody)
  const part = withKept(chosenPart(trip), keep)
  if (!part) return null
  const now = anybody && renderedAt ? new Date(renderedAt) : serverDate()
  return (
    <Page
      width="page"
      title={`${part.from.name} → ${part.to.name}`}
      lead={<span className="inline-block first-letter:uppercase">{dateLong(part.from.at)}</span>}
    >
      <TripStatusBanner trip={trip} />
      {/* One flex column on a phone, so that the sticky bar spans the page; a grid from `lg`. */}
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
        <TripColumn {...{ trip, part, now, audience }} />
        <div className="contents" data-audience={audience}>
          <TripBooking {...{ trip, part, seats, keep }} />
        </div>
        {anybody && !own && <BookingPlace audience="in" />}
      </div>
    </Page>
  )
}

type ColumnProps = Pick<OfferedProps, 'trip' | 'audience'> & { part: TripPart; now: Date }

/** Column with the trip; the booking is in a column beside it. */
function TripColumn({ trip, part, now, audience }: ColumnProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
      <TripGlance trip={trip} part={part} />
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
      <div className="contents" data-audience={audience}>
        <SegmentPicker trip={trip} part={part} />
      </div>
      <TripRoute trip={trip} part={part} />
      <LateMeetingPlaces from={part.from.point} to={part.to.point} />
      <TripPeople trip={trip} />
      <TripTerms trip={trip} part={part} now={now} />
      <SomethingWrong to={supportLinks.about('viaje', trip.id)} />
      <TripImpact tripId={trip.id} />
    </div>
  )
}

/** Place of the trip while it loads, in the layout of `OfferedTrip`. */
export function TripPlace() {
  return (
    <Page width="page" title="Viaje" lead={'\u00a0'}>
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div role="status" className="grid animate-late content-start gap-6">
          <span className="sr-only">Cargando…</span>
          {['h-45 lg:h-40', 'aspect-[1.7] max-h-80', 'h-11', 'h-72'].map((height) => (
            <Skeleton key={height} className={height} />
          ))}
        </div>
        <BookingPlace />
      </div>
    </Page>
  )
}

/** Skeleton of the booking card; with `audience` until the refetch knows the person's role. */
function BookingPlace({ audience }: { audience?: 'in' }) {
  return (
    <section
      aria-label="Tu reserva"
      data-audience={audience}
      className="contents lg:grid lg:content-start lg:gap-4"
    >
      <Skeleton className="hidden h-53 rounded-card lg:block" />
      <BottomBar action={<Skeleton className="h-12 w-44" />}>
        <Skeleton className="h-10 w-24" />
      </BottomBar>
    </section>
  )
}
