import {
  dayFields,
  type FilterField,
  optionsOf,
  personField,
} from '#web/domain/back-office/desk-filters.tsx'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { deskLinks } from './desk-links.ts'
import { DeskList, Finder } from './desk-list.tsx'
import { FindBox } from './desk-parts.tsx'
import { bookingWords } from './desk-words.ts'
import { BookingLine } from './line-items.tsx'

const fields: readonly FilterField[] = [
  {
    name: 'status',
    url: 'estado',
    label: 'Estado',
    kind: 'select',
    options: optionsOf(bookingWords),
  },
  ...dayFields,
  personField,
  { name: 'trip', url: 'viaje', label: 'Viaje (id)', kind: 'text' },
]

/** Bookings by state, day of the pick-up and person, or by number and code. */
export function Screen() {
  return (
    <Page title="Reservas" lead="La subida más lejana primero." width="page">
      <Finder
        find={(text) => api.bookingDesk.find({ body: { text } })}
        box={(onFind, pending) => (
          <FindBox label="Código o número de la reserva" pending={pending} onFind={onFind} />
        )}
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </Finder>
      <DeskList
        queryKey={['desk-bookings']}
        fields={fields}
        load={(query, signal) => api.bookingDesk.list({ query: query as never, signal })}
        file={(query) => api.bookingDesk.file({ query: query as never })}
        fileName="reservas"
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </DeskList>
    </Page>
  )
}
