import { useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { ticketStateOf } from '#web/domain/bookings/booking-words.ts'
import { isTravelDay } from '#web/domain/journeys/journey-state.tsx'
import { TicketCard } from '#web/domain/tickets/ticket-card.tsx'
import { StopDetail } from '#web/domain/trips/point-line.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
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

/** Ticket of a booking, with the facts that the passenger needs to find the car. */
export function BookingTicket({ booking, ticket, children }: BookingTicketProps) {
  const { from, to, vehicle, paymentMode, price } = booking
  const state = ticketStateOf(booking)
  useScreenOn(state === 'valid' && ticket !== undefined)
  return (
    <div id="tiquete" className="scroll-mt-20">
      <TicketCard
        state={state}
        codeFirst={state === 'valid' && isTravelDay(booking)}
        from={{ name: from.name, at: from.at, detail: <StopDetail stop={from} /> }}
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
