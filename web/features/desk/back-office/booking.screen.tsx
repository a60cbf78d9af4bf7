import { useParams } from 'react-router'
import type { DeskBooking } from '#contract/back-office-bookings.ts'
import type { DeskActionsView } from '#contract/desk-actions.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { bookingWords, moment } from '#web/shared/desk/back-office/desk-words.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { linkTo } from './desk-parts.tsx'
import { eventTitle, eventWords } from './event-words.ts'
import { MoneyLines } from './money-lines.tsx'
import { useActions } from './use-actions.ts'

/** A booking with its history and its money. */
export function Screen() {
  const { bookingId = '' } = useParams()
  const booking = useNeeded(['desk-booking', bookingId], (signal) =>
    api.backOffice.showBooking({ params: { bookingId }, signal }),
  )?.booking
  const actions = useActions({ kind: 'booking', id: bookingId })
  const title = booking ? `${booking.from} → ${booking.to}` : 'Reserva'
  return (
    <Page title={title} width="page" back={{ to: deskLinks.bookings(), label: 'Reservas' }}>
      {booking && actions ? (
        <Booking booking={booking} actions={actions} />
      ) : (
        <SkeletonList rows={3} rowClass="h-44" />
      )}
    </Page>
  )
}

function Booking({ booking, actions }: { booking: DeskBooking; actions: DeskActionsView }) {
  const { text, tone } = bookingWords[booking.status]
  const { passenger, driver } = booking
  const sum = (value: number | null) => (value === null ? null : pesos(value))
  return (
    <>
      <CardSection title="Reserva" aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        <Facts
          className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
          facts={[
            ['Pasajero', linkTo(deskLinks.person(passenger.id), passenger.name)],
            ['Conductor', linkTo(deskLinks.person(driver.id), driver.name)],
            ['Viaje', linkTo(deskLinks.trip(booking.tripId), 'Ver el viaje')],
            [
              'Cambio de carro',
              booking.otherPartId &&
                linkTo(deskLinks.booking(booking.otherPartId), 'Ver la otra reserva'),
            ],
            ['Sube', moment(booking.picksUpAt)],
            ['Baja', moment(booking.dropsOffAt)],
            ['Cupos', String(booking.seats)],
            ['Precio', pesos(booking.farePesos)],
            ['Pago', wordOf(booking.paymentMode)],
            ['Comisión', `${booking.commissionBp / 100} %`],
            ['Cobrado', sum(booking.chargedPesos)],
            ['Devuelto', sum(booking.refundedPesos)],
            ['Reclamo', booking.disputed ? 'Sí' : null],
            ['Reservada', moment(booking.createdAt)],
            ['Terminó', booking.closedAt && moment(booking.closedAt)],
            ['Código', displayCode(booking.id)],
          ]}
        />
      </CardSection>
      <ActionsPanel subject={{ kind: 'booking', id: booking.id }} view={actions} />
      <CardSection title="Dinero">
        <MoneyLines lines={booking.money} />
      </CardSection>
      <CardSection title="Qué pasó">
        <ol className="grid gap-2">
          {booking.events.map(({ id, at, event, by, details }) => (
            <li key={id} className="wrap-anywhere">
              <span className="tnum text-sm text-muted">{moment(at)}</span> ·{' '}
              {eventTitle(event, details)}
              {by && (
                <>
                  {' · '}
                  <Link to={deskLinks.person(by.id)}>{by.name}</Link>
                </>
              )}
              {eventWords(details, event).map((words) => (
                <span key={words} className="block text-sm text-muted">
                  {words}
                </span>
              ))}
            </li>
          ))}
        </ol>
      </CardSection>
    </>
  )
}
