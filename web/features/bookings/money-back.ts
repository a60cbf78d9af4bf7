import type { BookingView } from '#contract/booking-view.ts'
import { perSeats, pesos } from '#web/lib/format.ts'

/** Message for direct payment: no money was held, so none is returned. */
const DIRECT = 'Era pago directo: no pagaste nada en Cupo y no te cobra nada.'

type Ended = Pick<BookingView, 'paymentMode' | 'refunded' | 'charged'>

/** States where the fare of an ended booking went; null while no money was moved. */
export function moneyBack({ paymentMode, refunded, charged }: Ended): string | null {
  if (paymentMode === 'directo') return DIRECT
  if (refunded === null) return null
  if (refunded === 0) return `${pesos(charged ?? 0)} fueron para el conductor.`
  const back = `Volvieron ${pesos(refunded)} a tu billetera`
  return charged ? `${back}; ${pesos(charged)} fueron para el conductor.` : `${back}.`
}

type Cancelled = Pick<BookingView, 'viewer' | 'passenger' | 'seats'>

/** Effect on the money, shown before cancelling a booking with direct payment. */
export function directCancellation({ viewer, passenger, seats }: Cancelled): string {
  const free = perSeats(seats, 'El cupo queda libre.', 'Los cupos quedan libres.')
  return viewer === 'passenger'
    ? `Es pago directo: no has pagado nada. ${free}`
    : `${passenger.name} no ha pagado nada. ${free}`
}

/** What of a returned fare goes on to the fund that had paid it; `back` in pesos, above zero. */
export const toFund = (back: number) => `De ahí vuelven ${pesos(back)} al fondo que los puso.`
