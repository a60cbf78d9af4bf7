import {
  dayFields,
  type FilterField,
  personField,
  statusField,
} from '#web/domain/back-office/desk-filters.tsx'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { tripStatusWords } from '#web/domain/trips/trip-words.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { DeskList, Finder } from './desk-list.tsx'
import { TripLine } from './line-items.tsx'

const fields: readonly FilterField[] = [
  statusField(tripStatusWords),
  ...dayFields,
  { ...personField, label: 'Conductor (id)' },
]

/** Trips filtered by state, day of departure and driver, or found by number or plate. */
export function Screen() {
  return (
    <Page title="Viajes" lead="La salida más lejana primero." width="page">
      <Finder
        find={(text) => api.backOffice.findTrips({ body: { text } })}
        label="Placa o número del viaje"
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <TripLine trip={trip} />}
      </Finder>
      <DeskList
        queryKey={['desk-trips']}
        fields={fields}
        load={(query, signal) => api.backOffice.listTrips({ query: query as never, signal })}
        file={(query) => api.backOffice.downloadTrips({ query: query as never })}
        fileName="viajes"
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <TripLine trip={trip} />}
      </DeskList>
    </Page>
  )
}
