import type { AboardSaid, BookingState, BookingView } from '#contract/booking-view.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { perSeats, theTime } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export type TicketState = 'valid' | 'pending' | 'used' | 'review' | 'cancelled'

type Words = { text: string; tone: PillTone }
type StateWords = Words & {
  /** Look of the ticket. `review`: driver and passenger contradict each other. */
  ticket: TicketState
}

const review: StateWords = { text: 'Por resolver', tone: 'warn', ticket: 'review' }
const over: StateWords = { text: 'Viaje terminado', tone: 'ok', ticket: 'used' }
const completed: StateWords = { text: 'Completada', tone: 'ok', ticket: 'used' }

/** Texts of the states for the passenger. */
const words: Record<BookingState, StateWords> = {
  requested: { text: 'Esperando respuesta', tone: 'warn', ticket: 'pending' },
  confirmed: { text: 'Confirmada', tone: 'ok', ticket: 'valid' },
  aboard_said: { text: 'Dijiste que vas a bordo', tone: 'info', ticket: 'valid' },
  change_missed: { text: 'Dijiste que no alcanzas', tone: 'warn', ticket: 'valid' },
  driver_absent: review,
  checked_in: { text: 'A bordo', tone: 'info', ticket: 'used' },
  arrived: over,
  checked_in_denied: review,
  checked_in_upheld: over,
  completed,
  completed_denied: review,
  completed_upheld: completed,
  no_show_claimed: review,
  no_show_disputed: review,
  no_show: { text: 'No se presentó', tone: 'err', ticket: 'cancelled' },
  rejected: { text: 'No aceptada', tone: 'err', ticket: 'cancelled' },
  expired: { text: 'Sin respuesta', tone: 'neutral', ticket: 'cancelled' },
  cancelled_by_passenger: { text: 'Cancelada', tone: 'neutral', ticket: 'cancelled' },
  cancelled_by_driver: { text: 'Cancelada por el conductor', tone: 'err', ticket: 'cancelled' },
  decided_for_passenger: { text: 'Resuelta a tu favor', tone: 'ok', ticket: 'cancelled' },
  trip_cancelled: { text: 'Viaje cancelado', tone: 'err', ticket: 'cancelled' },
}

/** Texts of the states that differ for the driver. */
const driverWords: Partial<Record<BookingState, Words>> = {
  requested: { text: 'Espera tu respuesta', tone: 'urgent' },
  aboard_said: { text: 'Dijo que va a bordo', tone: 'info' },
  change_missed: { text: 'Dijo que no alcanza', tone: 'warn' },
  cancelled_by_driver: { text: 'Cancelada por ti', tone: 'neutral' },
  decided_for_passenger: { text: 'A favor del pasajero', tone: 'neutral' },
}

type Worded = Pick<
  BookingView,
  'state' | 'viewer' | 'partOf' | 'endedByCupo' | 'seats' | 'confirmedAt'
>

/** Returns the text of a booking's state for its viewer, the passenger or the driver. */
export function bookingWordsOf(booking: Worded): Words {
  const { state, viewer, partOf, endedByCupo, seats, confirmedAt } = booking
  if (partOf) {
    return { text: viewer === 'driver' ? 'Devolvió cupos' : 'Cupos devueltos', tone: 'neutral' }
  }
  if (viewer !== 'driver' || endedByCupo) return words[state]
  if (state === 'cancelled_by_passenger') {
    const left = `Canceló ${perSeats(seats, 'su cupo', 'sus cupos')}`
    return { text: confirmedAt === null ? 'Canceló su solicitud' : left, tone: 'neutral' }
  }
  return driverWords[state] ?? words[state]
}

/** For the driver who receives somebody whose first driver failed. */
export const RESCUED = 'Viene de un viaje cancelado'

export const ticketStateOf = ({ state }: Pick<BookingView, 'state'>) => words[state].ticket

/** Text for the driver about a passenger who reported being aboard. */
export function aboardText({ saidAt, postsAt }: AboardSaid, paymentMode: PaymentMode): string {
  const effect = paymentMode === 'billetera' ? 'se cobra' : 'queda registrado'
  return `Dijo que va a bordo a ${theTime(saidAt)}; ${effect} a ${theTime(postsAt)}`
}

/** Texts about the money. Of a direct payment Cupo holds only the driver's commission. */
type MoneyWords = {
  /** To the driver: the result if the passenger does not object to the no-show. */
  unopposedNoShow: string
  /** To the passenger: the result if they do not object to the no-show. */
  noShowStands: string
  /** To the passenger: the state of the money until a person has decided the dispute. */
  whileReviewed: string
  /** The same to the driver. */
  driverWhileReviewed: string
}

export const moneyWords: Record<PaymentMode, MoneyWords> = {
  billetera: {
    unopposedNoShow: 'Si no reclama, recibes lo que pagó, menos la comisión.',
    noShowStands: 'después, el valor de la reserva queda para el conductor',
    whileReviewed: 'El dinero queda quieto',
    driverWhileReviewed: 'Aún no recibes el pasaje',
  },
  directo: {
    unopposedNoShow: 'Si no reclama, Cupo no te cobra comisión.',
    noShowStands: 'después, se da por cierto. Cupo no te cobra nada',
    whileReviewed: 'Cupo no cobra nada mientras tanto',
    driverWhileReviewed: 'Aún no se cobra comisión',
  },
}
