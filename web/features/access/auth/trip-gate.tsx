import { useEffect, useState } from 'react'
import { SEATS_MAX } from '#contract/limits.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { pesos, relativeDay, seats as seatsText, tripTime } from '#web/lib/format.ts'
import { browserOutside } from '#web/lib/in-app-browser.ts'
import { paths } from '#web/lib/paths.ts'
import { ProviderButtons } from '#web/shared/access/oauth/provider-buttons.tsx'
import { chosenPart } from '#web/shared/trips/trip-part.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCookiesAllowed } from './use-cookies.ts'

/** The seats of a trip that a visitor was about to book. */
export type WantedTrip = {
  tripId: string
  from: string | undefined
  to: string | undefined
  seats: number
}

/** Reads the trip of a return address: a trip's page or its booking. Null for other addresses. */
export function wantedTrip(returnTo: string | null): WantedTrip | null {
  if (returnTo === null) return null
  const { pathname, searchParams } = new URL(returnTo, 'http://localhost')
  const tripId = /^\/trips\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/book)?$/.exec(
    pathname,
  )?.[1]
  if (!tripId) return null
  const asked = Number(searchParams.get('seats'))
  return {
    tripId,
    from: searchParams.get('from') ?? undefined,
    to: searchParams.get('to') ?? undefined,
    seats: Number.isInteger(asked) && asked >= 1 && asked <= SEATS_MAX ? asked : 1,
  }
}

/** What a visitor sees on the way to a booking: the trip, and the ways to get an account. */
export function TripGate({ wanted, returnTo }: { wanted: WantedTrip; returnTo: string | null }) {
  const allowed = useCookiesAllowed()
  const ways = (isFirst: boolean) => (
    <ProviderButtons action="login" {...{ isFirst, returnTo }} disabled={!allowed} />
  )
  return (
    <>
      <WantedLine wanted={wanted} />
      {browserOutside() === null && ways(true)}
      <ButtonLink to={paths.signup(returnTo)}>Crear cuenta</ButtonLink>
      {browserOutside() !== null && ways(false)}
      <h2 className="mt-2 text-lg">Ya tengo cuenta</h2>
    </>
  )
}

/** Whether a visitor was booking or publishing on the page that they return to. */
export const hasUnderWay = (returnTo: string | null): boolean =>
  wantedTrip(returnTo) !== null || (returnTo?.startsWith('/publish') ?? false)

export function UnderWay({ returnTo }: { returnTo: string | null }) {
  const wanted = wantedTrip(returnTo)
  if (wanted) return <WantedLine wanted={wanted} />
  if (!hasUnderWay(returnTo)) return null
  return <p className={LINE}>Estás publicando un viaje: al entrar sigues donde ibas.</p>
}

const LINE = 'rounded-control bg-bosque-soft px-3.5 py-2 text-sm wrap-anywhere'

function WantedLine({ wanted }: { wanted: WantedTrip }) {
  const trip = useTrip(wanted)
  if (trip === undefined) return <Skeleton className="h-14 rounded-control!" />
  const part = trip && chosenPart(trip)
  if (!part) return null
  const { from, to, price } = part
  const { seats } = wanted
  return (
    <section aria-label="Tu viaje" className={LINE}>
      Estás reservando <strong>{`${from.name} → ${to.name}`}</strong>,{' '}
      {relativeDay(from.at).toLowerCase()} {tripTime(from.at)}, <b>{pesos(price * seats)}</b>{' '}
      {seats > 1 ? `por ${seatsText(seats)}` : 'por cupo'}
    </section>
  )
}

/** The trip; undefined while it loads, null when it cannot be shown. */
function useTrip({ tripId, from, to }: WantedTrip): TripView | null | undefined {
  const [trip, setTrip] = useState<TripView | null>()
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    api.trips.show({ params: { tripId }, query: { from, to }, signal }).then(
      (answer) => setTrip(answer.trip),
      () => signal.aborted || setTrip(null),
    )
    return () => left.abort()
  }, [tripId, from, to])
  return trip
}
