import { useParams } from 'react-router'
import type { DeskTrip } from '#contract/back-office-trips.ts'
import type { DeskActionsView } from '#contract/desk-actions.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { api } from '#web/lib/api.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { linkTo, Some } from './desk-parts.tsx'
import { eventTitle } from './event-words.ts'
import { BookingLine } from './line-items.tsx'
import { useActions } from './use-actions.ts'

/** A trip with its seats by leg, its bookings and its history. */
export function Screen() {
  const { tripId = '' } = useParams()
  const trip = useNeeded(['desk-trip', tripId], (signal) =>
    api.backOffice.showTrip({ params: { tripId }, signal }),
  )?.trip
  const actions = useActions({ kind: 'trip', id: tripId })
  const title = trip ? `${trip.from} → ${trip.to}` : 'Viaje'
  return (
    <Page title={title} width="page" back={{ to: deskLinks.trips(), label: 'Viajes' }}>
      {trip && actions ? (
        <Trip trip={trip} actions={actions} />
      ) : (
        <SkeletonList rows={3} rowClass="h-44" />
      )}
    </Page>
  )
}

function Trip({ trip, actions }: { trip: DeskTrip; actions: DeskActionsView }) {
  const { text, tone } = tripStateWords(trip.state)
  const at = (when: string | null) => when && moment(when)
  return (
    <>
      <CardSection title="Viaje" aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        <Facts
          className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
          facts={[
            ['Conductor', linkTo(deskLinks.person(trip.driver.id), trip.driver.name)],
            ['Placa', trip.plate],
            ['Sale', moment(trip.departsAt)],
            ['Llega', moment(trip.arrivesAt)],
            ['Precio del cupo', pesos(trip.seatPrice)],
            ['Pago', trip.paymentModes.map(wordOf).join(', ')],
            ['Reserva inmediata', trip.instant ? 'Sí' : 'No'],
            ['Publicado', moment(trip.createdAt)],
            ['Salió', at(trip.startedAt)],
            ['Llegó', at(trip.finishedAt)],
            ['Cancelado', at(trip.cancelledAt)],
            ['Motivo', trip.cancelReason],
            ['Código', displayCode(trip.id)],
          ]}
        />
      </CardSection>
      <ActionsPanel subject={{ kind: 'trip', id: trip.id }} view={actions} />
      <CardSection title="Cupos por tramo">
        <ul className="grid gap-1">
          {trip.legs.map((leg) => (
            <li key={`${leg.from} ${leg.to}`} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {leg.from} → {leg.to}
              </span>
              <span className="tnum text-muted">
                {plural(leg.sold, 'vendido', 'vendidos')}, {plural(leg.left, 'libre', 'libres')}
              </span>
            </li>
          ))}
        </ul>
      </CardSection>
      <Some
        title="Reservas"
        none="Nadie ha reservado."
        total={trip.bookings.length}
        items={trip.bookings}
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </Some>
      <CardSection title="Qué pasó">
        <ol className="grid gap-2">
          {trip.events.map(({ id, at: when, event, bookingId, by }) => (
            <li key={id} className="wrap-anywhere">
              <span className="tnum text-sm text-muted">{moment(when)}</span> · {eventTitle(event)}
              {by && ` · ${by}`}
              {bookingId && (
                <>
                  {' · '}
                  <Link to={deskLinks.booking(bookingId)}>Reserva</Link>
                </>
              )}
            </li>
          ))}
        </ol>
      </CardSection>
    </>
  )
}
