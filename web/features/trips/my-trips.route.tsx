import { useSearchParams } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { RequireSession } from '#web/lib/require-session.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MyBookings } from './my-bookings.tsx'
import { MyPublished } from './my-published.tsx'

export function meta() {
  return [{ title: 'Mis viajes · Cupo' }]
}

export default function MyTrips() {
  return <RequireSession>{() => <MyTripsPage />}</RequireSession>
}

function MyTripsPage() {
  const [params, setParams] = useSearchParams()
  const selected = params.get('ver') === 'conductor' ? 'conductor' : 'pasajero'
  return (
    <Page
      title="Mis viajes"
      actions={
        selected === 'conductor' ? (
          <ButtonLink to={paths.publish()} size="sm">
            Publicar viaje
          </ButtonLink>
        ) : (
          <span className="flex flex-wrap items-center gap-4">
            <Link to={paths.alerts()}>Mis alertas</Link>
            <ButtonLink to={paths.search()} size="sm">
              Buscar viaje
            </ButtonLink>
          </span>
        )
      }
    >
      <Tabs
        label="Mis viajes"
        selected={selected}
        onSelect={(ver) => setParams({ ver }, { replace: true })}
        tabs={[
          { key: 'pasajero', title: 'Como pasajero', content: <MyBookings /> },
          { key: 'conductor', title: 'Como conductor', content: <MyPublished /> },
        ]}
      />
    </Page>
  )
}
