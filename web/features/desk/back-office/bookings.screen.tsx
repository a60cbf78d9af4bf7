import type { BookingSummary } from '#contract/back-office-bookings.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { bookingWords, moment } from '#web/shared/desk/back-office/desk-words.ts'
import { Page } from '#web/ui/page.tsx'
import { dayFields, type FilterField, personField, statusField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import type { DeskColumn } from './desk-table.tsx'
import { BookingLine, Pill } from './line-items.tsx'

const fields: readonly FilterField[] = [
  statusField(bookingWords),
  ...dayFields,
  personField,
  {
    name: 'trip',
    url: 'viaje',
    label: 'Solo de un viaje',
    kind: 'id',
    link: { to: deskLinks.trip, text: 'Ver el viaje' },
  },
]

const columns: readonly DeskColumn<BookingSummary>[] = [
  { title: 'Ruta', cell: ({ from, to }) => `${from} → ${to}` },
  {
    title: 'Subida',
    sort: { by: 'picksUpAt', desc: 'La más lejana primero', asc: 'La más próxima primero' },
    cell: ({ picksUpAt }) => moment(picksUpAt),
  },
  { title: 'Pasajero', cell: ({ passenger }) => passenger.name },
  { title: 'Conductor', cell: ({ driver }) => driver.name },
  {
    title: 'Cupos',
    sort: { by: 'seats', desc: 'Más cupos primero', asc: 'Menos cupos primero' },
    isNumber: true,
    cell: ({ seats }) => seats,
  },
  {
    title: 'Precio',
    sort: { by: 'farePesos', desc: 'Más cara primero', asc: 'Más barata primero' },
    isNumber: true,
    cell: ({ farePesos }) => pesos(farePesos),
  },
  { title: 'Estado', cell: ({ status }) => <Pill words={bookingWords[status]} /> },
]

/** Bookings, those of today first: by state and day of the pick-up, or by code or person. */
export function Screen() {
  return (
    <Page title="Reservas" width="page">
      <DeskList
        name="Reservas"
        queryKey={['desk-bookings']}
        fields={fields}
        columns={columns}
        isTodayFirst
        load={(query, signal) => api.backOffice.listBookings({ query: query as never, signal })}
        find={{
          label: 'Código, referencia, placa o persona',
          load: (body, signal) => api.backOffice.findBookings({ body: body as never, signal }),
        }}
        file={{
          name: 'reservas',
          load: (body) => api.backOffice.downloadBookings({ body: body as never }),
        }}
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </DeskList>
    </Page>
  )
}
