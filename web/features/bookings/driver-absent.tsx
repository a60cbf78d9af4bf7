import type { BookingView } from '#contract/booking-view.ts'
import { moneyWords } from '#web/domain/bookings/payment-mode-words.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dispute } from './dispute.tsx'

/** Notice that the passenger reported the driver absent; before that, the deadline to report. */
export function DriverAbsentNotice({ booking }: { booking: BookingView }) {
  const { objection, viewer, can, passenger, state } = booking
  const waits = state === 'driver_absent'
  if (viewer === 'driver') {
    if (!waits) return null
    return (
      <Banner tone="warn" live="off" title={`${passenger.name} dice que no llegaste`}>
        Una persona de Cupo lo revisa y te avisamos por correo. Mientras tanto no se paga nada y no
        puedes registrar su subida.
      </Banner>
    )
  }
  if (waits) {
    return (
      <Banner tone="warn" live="off" title="Estamos revisando tu reclamo">
        Una persona de Cupo lo revisa. {moneyWords[booking.paymentMode].whileReviewed} y te avisamos
        por correo.
      </Banner>
    )
  }
  // While leaving is free, the passenger needs no dispute: everything is returned immediately.
  if (!objection || !can.object || can.leaveLate) return null
  return (
    <Banner
      tone="info"
      live="off"
      title="¿El conductor no llegó?"
      action={<Dispute booking={booking} word="Decir que no llegó" />}
    >
      {objection.arrivalRecordedAt &&
        `El conductor registró que llegó el ${dateTime(objection.arrivalRecordedAt)}. ` +
          'Si no fue así, cuéntanos. '}
      {objection.arrivalRecordedAt ? 'Tienes hasta el ' : 'Cuéntanos antes del '}
      {dateTime(objection.until)} y una persona de Cupo lo revisa; después, el viaje se da por hecho
      {booking.paymentMode === 'billetera' ? ' y se paga' : ''}.
    </Banner>
  )
}
