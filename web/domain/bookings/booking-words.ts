import type { BookingState, BookingView } from '#contract/booking-view.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'
import type { TicketState } from '../tickets/ticket-card.tsx'

type Words = { text: string; tone: PillTone }

const review: Words = { text: 'Por resolver', tone: 'warn' }
const over: Words = { text: 'Viaje terminado', tone: 'ok' }
const completed: Words = { text: 'Completada', tone: 'ok' }

/** Texts of the states for the passenger. */
const words: Record<BookingState, Words> = {
  requested: { text: 'Esperando respuesta', tone: 'warn' },
  confirmed: { text: 'Confirmada', tone: 'ok' },
  aboard_said: { text: 'Dijiste que vas a bordo', tone: 'info' },
  driver_absent: review,
  checked_in: { text: 'A bordo', tone: 'info' },
  arrived: over,
  checked_in_denied: review,
  checked_in_upheld: over,
  completed,
  completed_denied: review,
  completed_upheld: completed,
  no_show_claimed: review,
  no_show_disputed: review,
  no_show: { text: 'No se presentó', tone: 'err' },
  rejected: { text: 'No aceptada', tone: 'err' },
  expired: { text: 'Sin respuesta', tone: 'neutral' },
  cancelled_by_passenger: { text: 'Cancelada', tone: 'neutral' },
  cancelled_by_driver: { text: 'Cancelada por el conductor', tone: 'err' },
  decided_for_passenger: { text: 'Resuelta a tu favor', tone: 'ok' },
  trip_cancelled: { text: 'Viaje cancelado', tone: 'err' },
}

/** Texts of the states that differ for the driver. */
const driverWords: Partial<Record<BookingState, Words>> = {
  requested: { text: 'Espera tu respuesta', tone: 'urgent' },
  aboard_said: { text: 'Dijo que va a bordo', tone: 'info' },
  cancelled_by_passenger: { text: 'Canceló su cupo', tone: 'neutral' },
  cancelled_by_driver: { text: 'Cancelada por ti', tone: 'neutral' },
  decided_for_passenger: { text: 'A favor del pasajero', tone: 'neutral' },
}

/** Returns the text of a booking's state for its viewer, the passenger or the driver. */
export function bookingWordsOf({ state, viewer }: Pick<BookingView, 'state' | 'viewer'>): Words {
  return (viewer === 'driver' && driverWords[state]) || words[state]
}

/** Look of the ticket by state. `review`: driver and passenger contradict each other. */
export const ticketStates: Record<BookingState, TicketState> = {
  requested: 'pending',
  confirmed: 'valid',
  aboard_said: 'valid',
  driver_absent: 'review',
  checked_in: 'used',
  arrived: 'used',
  checked_in_denied: 'review',
  checked_in_upheld: 'used',
  completed: 'used',
  completed_denied: 'review',
  completed_upheld: 'used',
  no_show_claimed: 'review',
  no_show_disputed: 'review',
  no_show: 'cancelled',
  rejected: 'cancelled',
  expired: 'cancelled',
  cancelled_by_passenger: 'cancelled',
  cancelled_by_driver: 'cancelled',
  decided_for_passenger: 'cancelled',
  trip_cancelled: 'cancelled',
}
