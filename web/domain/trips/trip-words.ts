import type { BookingStatus, BookingView } from '#contract/bookings.ts'
import type { PaymentMode, Preferences, TripSummary } from '#contract/trips.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

type Words = { text: string; tone: PillTone }

/** How a seat is paid. */
export const paymentModeWords: Record<PaymentMode, { title: string; detail: string }> = {
  billetera: {
    title: 'Billetera Cupo',
    detail: 'El dinero se retiene al reservar y pasa al conductor cuando subes.',
  },
  directo: {
    title: 'Pago directo',
    detail: 'Le pagas al conductor en efectivo o transferencia al subir.',
  },
}

const bookingWords: Record<BookingStatus, Words> = {
  requested: { text: 'Esperando respuesta', tone: 'warn' },
  confirmed: { text: 'Confirmada', tone: 'ok' },
  rejected: { text: 'No aceptada', tone: 'err' },
  expired: { text: 'Sin respuesta', tone: 'neutral' },
  checked_in: { text: 'A bordo', tone: 'info' },
  completed: { text: 'Completada', tone: 'ok' },
  cancelled_by_passenger: { text: 'Cancelada', tone: 'neutral' },
  cancelled_by_driver: { text: 'Cancelada por el conductor', tone: 'err' },
  no_show: { text: 'No se presentó', tone: 'err' },
  trip_cancelled: { text: 'Viaje cancelado', tone: 'err' },
}

/** Both say different things, and nothing is decided yet. */
export function isUnderReview({ noShow, objection, denial }: BookingView): boolean {
  const waits = [objection, denial].some((said) => said?.openedAt && !said.decided)
  return waits || noShow?.decided === false
}

/** A person decided for the passenger. */
export function isWon({ status, noShow, objection, denial }: BookingView): boolean {
  const decided = noShow || objection?.decided || denial?.decided
  return status === 'cancelled_by_driver' && Boolean(decided)
}

/** The state of a booking that a person judges or judged; null for any other. */
function reviewWords(booking: BookingView): Words | null {
  if (isUnderReview(booking)) return { text: 'Por resolver', tone: 'warn' }
  if (!isWon(booking)) return null
  return booking.viewer === 'passenger'
    ? { text: 'Resuelta a tu favor', tone: 'ok' }
    : { text: 'A favor del pasajero', tone: 'neutral' }
}

/** The state of a booking, as its passenger or its driver reads it. */
export function bookingWordsOf(booking: BookingView): Words {
  if (booking.arrived && booking.status === 'checked_in' && !isUnderReview(booking)) {
    return { text: 'Viaje terminado', tone: 'ok' }
  }
  return reviewWords(booking) ?? statusWords(booking.status, booking.viewer)
}

function statusWords(status: BookingStatus, viewer: BookingView['viewer']): Words {
  if (viewer === 'passenger') return bookingWords[status]
  if (status === 'requested') return { text: 'Espera tu respuesta', tone: 'urgent' }
  if (status === 'cancelled_by_passenger') return { text: 'Canceló su cupo', tone: 'neutral' }
  if (status === 'cancelled_by_driver') return { text: 'Cancelada por ti', tone: 'neutral' }
  return bookingWords[status]
}

/** The state of a trip. */
export const tripStatusWords: Record<TripSummary['status'], Words> = {
  draft: { text: 'Borrador', tone: 'neutral' },
  published: { text: 'Publicado', tone: 'ok' },
  in_progress: { text: 'En camino', tone: 'info' },
  completed: { text: 'Completado', tone: 'neutral' },
  cancelled: { text: 'Cancelado', tone: 'err' },
}

export const luggageWords: Record<Preferences['luggage'], string> = {
  none: 'Sin espacio para equipaje',
  small: 'Maleta pequeña por persona',
  large: 'Maleta grande por persona',
}

export const talkWords: Record<Preferences['talk'], string> = {
  quiet: 'Prefiere ir en silencio',
  some: 'Conversa un poco',
  lots: 'Le gusta conversar',
}
