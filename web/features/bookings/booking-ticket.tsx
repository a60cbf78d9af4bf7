import { useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { TicketCard, type TicketState } from '#web/shared/bookings/tickets/ticket-card.tsx'
import { isTravelDay } from '#web/shared/journeys/journey-state.tsx'
import { LateMeetingWay } from '#web/shared/trips/late-meeting-places.tsx'
import { PointLine, PointToAgree, StopDetail } from '#web/shared/trips/point-line.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { Link } from '#web/ui/link.tsx'

type BookingTicketProps = {
  booking: BookingView
  /** Undefined while the ticket is loading. */
  ticket: { qr: string; code: string } | undefined
  children?: React.ReactNode
}

/** Holds a wake lock while the code is shown, where the browser supports it. */
function useScreenOn(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [active])
}

/** States of a ticket in which the passenger still has to find the car. */
const GETS_ON: readonly TicketState[] = ['valid', 'pending']

/** Where the passenger gets on, in large type, or that both must still agree on it. */
function TicketPlace({ booking: { from } }: { booking: BookingView }) {
  // A ticket that an older version cached has no `point`.
  const { name, point } = from
  return (
    <div className="grid gap-3">
      <div>
        <p className="mb-1 text-sm text-muted">Te subes en {name}</p>
        {point ? <PointLine large point={point} /> : <PointToAgree large />}
      </div>
      {point && <LateMeetingWay point={point} />}
    </div>
  )
}

/** Ticket of a booking, with the facts that the passenger needs to find the car. */
export function BookingTicket({ booking, ticket, children }: BookingTicketProps) {
  const { from, to, vehicle, paymentMode, price } = booking
  const state = ticketStateOf(booking)
  const getsOn = GETS_ON.includes(state)
  useScreenOn(state === 'valid' && ticket !== undefined)
  return (
    <div id="tiquete" className="scroll-mt-20">
      <TicketCard
        state={state}
        codeFirst={state === 'valid' && isTravelDay(booking)}
        from={{
          name: from.name,
          at: from.at,
          detail: getsOn ? from.department : <StopDetail stop={from} />,
        }}
        place={getsOn && <TicketPlace booking={booking} />}
        until={{ name: to.name, at: to.at, detail: <StopDetail stop={to} /> }}
        qr={ticket?.qr ?? null}
        code={ticket?.code ?? null}
        usedAt={booking.boardedAt}
        facts={[
          { label: 'Pasajero', value: booking.passenger.name },
          { label: 'Cupos', value: seatsText(booking.seats) },
          {
            label: 'Conductor',
            value: <Link to={paths.person(booking.driver.id)}>{booking.driver.name}</Link>,
          },
          {
            label: 'Vehículo',
            value: `${vehicle.brand} ${vehicle.model}, ${vehicle.color.toLowerCase()}`,
          },
          { label: 'Placa', value: vehicle.plate ?? 'Al confirmar' },
          {
            label: paymentModeWords[paymentMode].title,
            value: <span className="tnum">{pesos(price)}</span>,
          },
        ]}
      >
        {children}
      </TicketCard>
    </div>
  )
}
