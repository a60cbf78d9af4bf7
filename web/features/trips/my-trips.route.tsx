import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { titled } from '#web/lib/brand.ts'
import { dayAndTime, relativeDay, sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { AgendaList } from '#web/shared/agenda/agenda-list.tsx'
import { useAgenda } from '#web/shared/agenda/use-agenda.ts'
import { AccountNotice, useIsBarred } from '#web/shared/conduct/account-notice.tsx'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { DriverNotices } from '#web/shared/verification/driver-notices.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MyBookings } from './my-bookings.tsx'
import { MyPublished } from './my-published.tsx'

export function meta() {
  return [{ title: titled('Mis viajes') }]
}

type Side = 'pasajero' | 'conductor'

/** The tab in the address, else the one that the agenda suggests; null while it loads. */
function useSide(): { side: Side | null; choose: (side: Side) => void } {
  const [params, setParams] = useSearchParams()
  const { data, isPending } = useAgenda()
  const named = params.get('ver')
  const choose = (ver: Side) => setParams({ ver }, { replace: true, preventScrollReset: true })
  if (named === 'pasajero' || named === 'conductor') return { side: named, choose }
  if (isPending) return { side: null, choose }
  return { side: data?.opens === 'driver' ? 'conductor' : 'pasajero', choose }
}

export default function MyTrips() {
  const user = useUser()
  const { side, choose } = useSide()
  const agenda = useAgenda()
  const isBarred = useIsBarred()
  if (!side) {
    return (
      <Page title="Mis viajes" actions={<Skeleton className="h-11 w-72" />}>
        <SkeletonList rows={3} rowClass="h-36" />
      </Page>
    )
  }
  return (
    <Page
      title="Mis viajes"
      actions={
        side === 'conductor' ? (
          <span className="flex flex-wrap items-center gap-4">
            <Link to={withdrawalPaths.earnings}>Ganancias</Link>
            <Link to={rideRequestLinks.demand()}>Quién busca cupo</Link>
            {!isBarred && (
              <ButtonLink to={paths.publish()} size="sm">
                Publicar viaje
              </ButtonLink>
            )}
          </span>
        ) : (
          <span className="flex flex-wrap items-center gap-4">
            <Link to={paths.alerts()}>Busco cupo</Link>
            <ButtonLink to={paths.search()} size="sm">
              Buscar viaje
            </ButtonLink>
          </span>
        )
      }
    >
      <AccountNotice />
      <DriverNotices user={user} withPhoto />
      <WaitingRatings />
      {/* The agenda omits the next trip, because the list below starts with it. */}
      <AgendaList items={agenda.data?.items.filter(({ until }) => until !== null) ?? []} />
      <Tabs
        label="Mis viajes"
        selected={side}
        onSelect={choose}
        tabs={[
          { key: 'pasajero', title: 'Como pasajero', content: <MyBookings /> },
          { key: 'conductor', title: 'Como conductor', content: <MyPublished /> },
        ]}
      />
    </Page>
  )
}

/** Journeys to rate, above the list of trips. Renders nothing while loading or after a failure. */
function WaitingRatings() {
  const { data } = useQuery({
    queryKey: ratingKeys.waiting(),
    queryFn: ({ signal }) => api.ratings.waiting({ signal }),
  })
  const waiting = data?.waiting ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-label="Viajes por calificar">
      <ul className="grid gap-3">
        {waiting.map(({ bookingId, about, from, to, at, closesAt }) => (
          <li
            key={bookingId}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line
              bg-surface p-4 shadow-card"
          >
            <Star aria-hidden="true" className="size-6 shrink-0 fill-maiz text-maiz" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold break-words">Califica tu viaje con {about.name}</p>
              <p className="text-sm text-muted">
                {from} → {to} · {relativeDay(at)}. {sentence(`Hasta ${dayAndTime(closesAt)}`)}
              </p>
            </div>
            <ButtonLink
              size="sm"
              to={`${paths.booking(bookingId)}#${RATING_ANCHOR}`}
              aria-label={`Calificar tu viaje con ${about.name}`}
            >
              Calificar
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
