import { useState } from 'react'
import { type DriverMoment, momentOfTrip } from '#contract/moments.ts'
import type { WaitingRating } from '#contract/ratings.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { serverDate } from '#web/lib/clock.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { PushOffer } from '#web/shared/notifications/push-offer.tsx'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { StarChoice } from '#web/shared/ratings/stars.tsx'
import { driverTips, SafetyTips } from '#web/shared/safety/safety-tips.tsx'
import { SomethingWrong } from '#web/shared/support/something-wrong.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { TripImpact } from '../trip-sections.tsx'
import { TripDemand } from './demand.tsx'
import { mainActionOf, OwnAction } from './own-action.tsx'
import { needsRun, OwnHead } from './own-head.tsx'
import { OwnRows } from './own-rows.tsx'
import { Passengers } from './passengers.tsx'
import { PublishedNews } from './published-news.tsx'
import { hasSeat, isOpen, moneyOf } from './trip-money.ts'

const REFRESH_MS = 20_000
const BACK = { to: paths.myTrips('conductor'), label: 'Mis viajes' }
/** Moments in which the list of passengers is folded away. */
const OVER: readonly DriverMoment[] = ['arrived', 'to_rate', 'done', 'cancelled']

/** A trip as its driver sees it: what matters at this moment first, and all else in rows. */
export function OwnTrip({ trip, part }: { trip: TripView; part: TripPart }) {
  const now = serverDate()
  const route = `${part.from.name} → ${part.to.name}`
  const isOver = trip.own?.state === 'finished'
  const answer = useRead(
    queryKeys.passengers(trip.id),
    (signal) => api.bookings.forTrip({ params: { tripId: trip.id }, signal }),
    { refetchInterval: REFRESH_MS },
  )
  const ratings = useRead(ratingKeys.waiting(), (signal) => api.ratings.waiting({ signal }), {
    enabled: isOver,
  })
  const day = useRead(
    ['trip', trip.id, 'run'],
    (signal) => api.journeys.runSheet({ params: { tripId: trip.id }, signal }),
    { enabled: needsRun(trip, now), refetchInterval: REFRESH_MS },
  )
  if (!trip.own || answer.isLoading || ratings.isLoading || day.isLoading) {
    return (
      <Page back={BACK}>
        <h1 className="sr-only">{route}</h1>
        <SkeletonList rows={4} />
      </Page>
    )
  }
  const all = answer.data?.bookings ?? []
  const requests = all
    .filter(({ status }) => status === 'requested')
    .sort((a, b) => Date.parse(a.expiresAt ?? '') - Date.parse(b.expiresAt ?? ''))
  const ids = new Set(all.map(({ id }) => id))
  const waiting = (ratings.data?.waiting ?? []).filter(({ bookingId }) => ids.has(bookingId))
  const moment = momentOfTrip(factsOf(trip, trip.own, { requests, waiting }), now)
  const money = moneyOf(all)
  const main = mainActionOf(moment, trip)
  const people = <Passengers trip={trip} answer={answer} />
  const demand = trip.status === 'published' && <TripDemand tripId={trip.id} />
  const isFar = moment === 'confirmed' || moment === 'asked'
  return (
    <Page back={BACK}>
      {/* A flex column: in a grid the main action could not stick to the bottom of the screen. */}
      <div className="flex flex-col gap-6 *:min-w-0">
        <OwnHead {...{ moment, trip, route, requests, money, run: day.data?.sheet ?? null, now }} />
        <ActionResult about={trip.id} />
        {trip.paused === 'cupo' && <AccountNotice />}
        <OwnAction {...{ main, trip, part }} />
        <PublishedNews />
        <RatePassengers waiting={waiting} />
        {!OVER.includes(moment) && <CardSection title="Tus pasajeros">{people}</CardSection>}
        {isFar && demand}
        <OwnRows
          {...{ trip, part, main, now }}
          bookings={all}
          people={OVER.includes(moment) && people}
        />
        {!isFar && demand}
        {isOpen(trip) && answer.data && <PushOffer about="cuando alguien reserve o cancele" />}
        {isOpen(trip) && answer.data && !all.some(hasSeat) && <SafetyTips tips={driverTips} />}
        <TripImpact tripId={trip.id} />
        <SomethingWrong to={supportLinks.about('viaje', trip.id)} />
      </div>
    </Page>
  )
}

type Waits = { requests: readonly unknown[]; waiting: readonly unknown[] }

function factsOf(trip: TripView, own: NonNullable<TripView['own']>, { requests, waiting }: Waits) {
  return {
    state: own.state,
    departsAt: new Date(trip.departsAt),
    endsAt: new Date(own.finishedAt ?? trip.arrivesAt),
    isPaused: trip.paused !== null,
    hasRequests: requests.length > 0,
    hasToRate: waiting.length > 0,
  }
}

/** Stars for each passenger of a finished trip, in place; nothing when nobody waits for them. */
export function RatePassengers({ waiting }: { waiting: readonly WaitingRating[] }) {
  if (waiting.length === 0) return null
  return (
    <CardSection title="¿Cómo te fue con ellos?">
      <ul aria-label="Pasajeros por calificar" className="grid gap-4 divide-y divide-line">
        {waiting.map((each) => (
          <li key={each.bookingId} className="not-first:pt-4">
            <RateOne waiting={each} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

/** A rating cannot be changed: the stars are chosen, and leave with their own press. */
function RateOne({ waiting: { bookingId, about } }: { waiting: WaitingRating }) {
  const [stars, setStars] = useState<number | null>(null)
  const rate = useAct(
    (body: { stars: number }) => api.ratings.rate({ params: { bookingId }, body }),
    { done: `Calificaste a ${about.name}`, refresh: [ratingKeys.all()] },
  )
  return (
    <>
      <StarChoice legend={about.name} chosen={stars} onChoose={setStars} />
      {stars !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" pending={rate.isPending} onClick={() => rate.mutate({ stars })}>
            Enviar<span className="sr-only"> las estrellas de {about.name}</span>
          </Button>
          <Link to={`${paths.booking(bookingId)}#${RATING_ANCHOR}`} tall>
            Decir algo más
          </Link>
        </p>
      )}
      <ErrorBanner error={rate.error} />
    </>
  )
}
