import { HandCoins, ListOrdered, UserSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { AgendaList } from '#web/shared/agenda/agenda-list.tsx'
import { useAgenda } from '#web/shared/agenda/use-agenda.ts'
import { AccountNotice, useIsBarred } from '#web/shared/conduct/account-notice.tsx'
import { placeText } from '#web/shared/demand/list-place.ts'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { DriverNotices, LowBalance } from '#web/shared/verification/driver-notices.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MyBookings } from './my-bookings.tsx'
import { MyPublished } from './my-published.tsx'
import { WaitingDraft } from './waiting-draft.tsx'

export const meta = () => [{ title: titled('Mis viajes') }]

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
      <Page title="Mis viajes" actions={<Skeleton className="h-11 w-32" />}>
        <SkeletonList rows={3} rowClass="h-36" />
      </Page>
    )
  }
  return (
    <Page
      title="Mis viajes"
      actions={
        side === 'pasajero' ? (
          <ButtonLink to={paths.search()} size="sm" variant="secondary">
            Buscar viaje
          </ButtonLink>
        ) : (
          !isBarred && (
            <ButtonLink to={paths.publish()} size="sm" variant="secondary">
              Publicar viaje
            </ButtonLink>
          )
        )
      }
    >
      <AccountNotice />
      <DriverNotices user={user} withPhoto withBalance={false} />
      {/* The agenda omits the next trip, because the list below starts with it. */}
      <AgendaList items={agenda.data?.items.filter(({ until }) => until !== null) ?? []} />
      <WaitingDraft />
      <Tabs
        label="Mis viajes"
        selected={side}
        onSelect={choose}
        tabs={[
          {
            key: 'pasajero',
            title: 'Como pasajero',
            content: (
              <MyBookings>
                <Rows label="Más de tus viajes">
                  <ListRows />
                  <Row Icon={UserSearch} text="Busco cupo" to={paths.alerts()} />
                </Rows>
              </MyBookings>
            ),
          },
          {
            key: 'conductor',
            title: 'Como conductor',
            content: (
              <MyPublished>
                {/* Below the trips: it is about the next publication. */}
                {user.roles.includes('driver') && <LowBalance user={user} />}
                <Rows label="Más de tus viajes">
                  <Row Icon={HandCoins} text="Ganancias" to={withdrawalPaths.earnings} />
                  <Row Icon={UserSearch} text="Quién busca cupo" to={rideRequestLinks.demand()} />
                </Rows>
              </MyPublished>
            ),
          },
        ]}
      />
    </Page>
  )
}

/** Rows of the lists that wait for a seat, with their places; none while they load. */
function ListRows() {
  const { data } = useRead(queryKeys.alerts(), (signal) => api.alerts.mine({ signal }))
  return data?.active
    .filter(({ list }) => list)
    .map((alert) => (
      <Row
        key={alert.id}
        Icon={ListOrdered}
        text={`${alert.from.name} → ${alert.to.name}`}
        detail={placeText(alert)}
        to={paths.alerts()}
      />
    ))
}
