import {
  dayFields,
  type FilterField,
  personField,
  statusField,
} from '#web/domain/back-office/desk-filters.tsx'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { bookingWords } from '#web/domain/back-office/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { DeskList, Finder } from './desk-list.tsx'
import { BookingLine } from './line-items.tsx'

const fields: readonly FilterField[] = [
  statusField(bookingWords),
  ...dayFields,
  personField,
  { name: 'trip', url: 'viaje', label: 'Viaje (id)', kind: 'text' },
]

/** Bookings by state, day of the pick-up and person, or by number and code. */
export function Screen() {
  return (
    <Page title="Reservas" lead="La subida más lejana primero." width="page">
      <Finder
        find={(text) => api.backOffice.findBookings({ body: { text } })}
        label="Código o número de la reserva"
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </Finder>
      <DeskList
        queryKey={['desk-bookings']}
        fields={fields}
        load={(query, signal) => api.backOffice.listBookings({ query: query as never, signal })}
        file={(query) => api.backOffice.downloadBookings({ query: query as never })}
        fileName="reservas"
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </DeskList>
    </Page>
  )
}
