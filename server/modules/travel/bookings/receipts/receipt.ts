import type { BookingStatus } from '#contract/booking-view.ts'
import { dateTime, type Receipt } from '#server/modules/foundation/files/index.ts'
import type { Booking, Party } from '../booking.ts'
import { driverMoneyOf } from '../booking-states.ts'
import { type Cover, coverPaidOf } from '../refund-policy.ts'

/** Places and people of the journey, as text. */
export type Journey = {
  from: string
  to: string
  passenger: string
  driver: string
  /** Whether Cupo ended the booking. */
  endedByCupo: boolean
  /** Cover of the guarantee fund in the fare; undefined without one. */
  cover?: Cover | undefined
}

const endings: Record<BookingStatus, string> = {
  requested: 'Solicitada',
  confirmed: 'Confirmada',
  checked_in: 'Viaje pagado',
  completed: 'Viaje completado',
  rejected: 'No aceptada por el conductor',
  expired: 'Vencida sin respuesta',
  cancelled_by_passenger: 'Cancelada por el pasajero',
  cancelled_by_driver: 'Cancelada por el conductor',
  no_show: 'El pasajero no se presentó',
  trip_cancelled: 'Viaje cancelado por el conductor',
}

const endingsByCupo: Partial<typeof endings> = {
  cancelled_by_passenger: 'Cancelada por Cupo',
  trip_cancelled: 'Viaje cancelado por Cupo',
}

/** Returns when the booking was paid or ended; undefined while it is open. */
export function receiptTime(booking: Booking): Date | undefined {
  return booking.closedAt ?? booking.checkedInAt ?? undefined
}

/** Builds the receipt of one side: the passenger's payment, or the driver's earnings. */
export function receiptOf(
  booking: Booking,
  viewer: Party,
  journey: Journey,
  issuedAt: Date,
): Receipt {
  const throughWallet = booking.paymentMode === 'billetera'
  return {
    title: viewer === 'passenger' ? 'Comprobante de viaje' : 'Comprobante de ingreso',
    number: booking.id,
    issuedAt,
    facts: [
      ['Estado', (journey.endedByCupo && endingsByCupo[booking.status]) || endings[booking.status]],
      ['Recorrido', `${journey.from} - ${journey.to}`],
      ...(booking.connectionPart
        ? [['Carro', `${booking.connectionPart} de 2, con cambio de carro`] as [string, string]]
        : []),
      ['Salida', dateTime(booking.picksUpAt)],
      ['Llegada estimada', dateTime(booking.dropsOffAt)],
      ['Pasajero', journey.passenger],
      ['Conductor', journey.driver],
      ['Cupos', String(booking.seats)],
      ['Forma de pago', throughWallet ? 'Billetera Cupo' : 'Pago directo al conductor'],
    ],
    ...(throughWallet ? walletMoney(booking, viewer, journey) : directMoney(booking, viewer)),
  }
}

type Money = Pick<Receipt, 'lines' | 'total' | 'notes'>

const NOT_AN_INVOICE =
  'Cupo es un intermediario tecnológico: no presta el servicio de transporte. Este comprobante ' +
  'no es una factura electrónica de venta.'

function walletMoney(booking: Booking, viewer: Party, { cover }: Journey): Money {
  const charged = booking.chargedPesos ?? 0
  const refunded = booking.refundedPesos ?? 0
  const fare: [string, number] = ['Valor de la reserva', booking.farePesos]
  const returned =
    cover && viewer === 'passenger'
      ? 'Devuelto a ti y al fondo de garantía'
      : 'Devuelto al pasajero'
  const back: [string, number][] = refunded > 0 ? [[returned, -refunded]] : []
  const notes = [NOT_AN_INVOICE]
  if (viewer === 'passenger') {
    const paid = coverPaidOf(cover, charged)
    const fund: [string, number][] = paid > 0 ? [['Pagó el fondo de garantía', -paid]] : []
    return { lines: [fare, ...back, ...fund], total: ['Pagaste', charged - paid], notes }
  }
  const { gross, commission } = driverMoneyOf(booking)
  const taken: [string, number] = ['Comisión de Cupo', -commission]
  const lines = [fare, ...back, ...(commission > 0 ? [taken] : [])]
  return { lines, total: ['Recibiste en tu billetera', gross - commission], notes }
}

const PAID_DIRECTLY = 'Cupo no recibió este pago y no puede certificarlo.'
const NOTHING_RECEIVED =
  'El pago era directo al conductor: por esta reserva Cupo no recibió dinero del pasajero.'

/** Cupo handled no fare in `directo`: the fare is named, and only the commission is counted. */
function directMoney(booking: Booking, viewer: Party): Money {
  const fare: [string, number] = ['Valor acordado, por fuera de Cupo', booking.farePesos]
  // Nobody knows of a payment for a journey that did not take place.
  const wentAboard = booking.status === 'checked_in' || booking.status === 'completed'
  const notes = [wentAboard ? PAID_DIRECTLY : NOTHING_RECEIVED, NOT_AN_INVOICE]
  if (viewer === 'passenger') return { lines: [fare], total: ['Pagado en Cupo', 0], notes }
  // A check-in that the team undid returned the commission.
  const { commission } = driverMoneyOf(booking)
  return { lines: [fare], total: ['Comisión descontada de tu billetera', commission], notes }
}
