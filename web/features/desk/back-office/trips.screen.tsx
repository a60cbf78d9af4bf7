import type { TripOverview } from '#contract/back-office-trips.ts'
import { TripState } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { Page } from '#web/ui/page.tsx'
import { dayFields, type FilterField, personField, statusField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import type { DeskColumn } from './desk-table.tsx'
import { Pill, TripLine } from './line-items.tsx'

const tripStateFilter = Object.fromEntries(
  TripState.options.map((state) => [state, tripStateWords(state)]),
)

const fields: readonly FilterField[] = [
  statusField(tripStateFilter),
  ...dayFields,
  { ...personField, label: 'Solo de un conductor' },
]

const columns: readonly DeskColumn<TripOverview>[] = [
  { title: 'Ruta', cell: ({ from, to }) => `${from} → ${to}` },
  {
    title: 'Salida',
    sort: { by: 'departsAt', desc: 'Las salidas tardías primero', asc: 'Las tempranas primero' },
    cell: ({ departsAt }) => moment(departsAt),
  },
  { title: 'Conductor', cell: ({ driver }) => driver.name },
  { title: 'Placa', cell: ({ plate }) => plate },
  {
    title: 'Vendidos',
    sort: { by: 'sold', desc: 'Más cupos vendidos primero', asc: 'Menos cupos vendidos primero' },
    isNumber: true,
    cell: ({ sold, seats }) => `${sold}/${seats}`,
  },
  {
    title: 'Precio',
    sort: { by: 'seatPrice', desc: 'Más caro primero', asc: 'Más barato primero' },
    isNumber: true,
    cell: ({ seatPrice }) => pesos(seatPrice),
  },
  { title: 'Estado', cell: ({ state }) => <Pill words={tripStateWords(state)} /> },
]

/** Trips, those of today first: by state and day of departure, or by plate, number or driver. */
export function Screen() {
  return (
    <Page title="Viajes" width="page">
      <DeskList
        name="Viajes"
        queryKey={['desk-trips']}
        fields={fields}
        columns={columns}
        isTodayFirst
        load={(query, signal) => api.backOffice.listTrips({ query: query as never, signal })}
        find={{
          label: 'Placa, código del viaje o conductor',
          load: (body, signal) => api.backOffice.findTrips({ body: body as never, signal }),
        }}
        file={{
          name: 'viajes',
          load: (body) => api.backOffice.downloadTrips({ body: body as never }),
        }}
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <TripLine trip={trip} />}
      </DeskList>
    </Page>
  )
}
