import type { DeskPerson } from '#contract/back-office-people.ts'
import { deskLinks } from './desk-links.ts'
import { Some, useMay } from './desk-parts.tsx'
import { BookingLine, PaymentLine, TripLine } from './line-items.tsx'

/** A person's trips, bookings and top-ups. */
export function PersonJourneys({ person }: { person: DeskPerson }) {
  const mayPayments = useMay('payments.cases')
  const ofPerson = `?persona=${person.id}`
  return (
    <>
      <Some
        title="Viajes que publicó"
        none="No ha publicado viajes."
        {...person.trips}
        all={deskLinks.trips(ofPerson)}
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <TripLine trip={trip} />}
      </Some>
      <Some
        title="Reservas como pasajero"
        none="No ha reservado."
        {...person.bookings}
        all={deskLinks.bookings(ofPerson)}
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </Some>
      <Some
        title="Recargas"
        none="No ha recargado."
        {...person.payments}
        all={mayPayments ? deskLinks.payments(ofPerson) : null}
        to={({ id }) => (mayPayments ? deskLinks.payment(id) : null)}
      >
        {(payment) => <PaymentLine payment={payment} />}
      </Some>
    </>
  )
}
