import { FULL_REFUND_AHEAD_HOURS, LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { dateTime } from '#web/lib/format.ts'

/** Deadline of free cancellation, and the cost of cancelling after it. */
export function FreeUntil({ booking }: { booking: BookingView }) {
  const { fullRefundUntil, paymentMode } = booking
  if (booking.can.leaveLate) {
    return (
      <p className="text-sm text-muted">
        El conductor lleva más de {LATE_AFTER_MINUTES} minutos de retraso: puedes irte y recuperar
        todo.
      </p>
    )
  }
  if (paymentMode === 'directo') {
    return <p className="text-sm text-muted">Puedes cancelar sin costo hasta la salida.</p>
  }
  // While the trip is paused, the notice above already says that leaving is free of charge.
  if (!fullRefundUntil || booking.tripPause) return null
  if (booking.freeReturnsLeft === 0 && !booking.tripChange?.mayLeaveFree) {
    return (
      <p className="text-sm text-muted">
        Ya devolviste cupos de este viaje varias veces: si cancelas, vuelve la mitad.
      </p>
    )
  }
  if (booking.status !== 'confirmed') return null
  const free = new Date(fullRefundUntil) > new Date()
  // The notice above about the changed departure already states this deadline.
  if (free && booking.tripChange?.mayLeaveFree) return null
  return (
    <p className="text-sm text-muted">
      {free
        ? `Si cancelas antes del ${dateTime(fullRefundUntil)} vuelve todo; después, la mitad.`
        : `Si cancelas ahora vuelve la mitad: faltan menos de ${FULL_REFUND_AHEAD_HOURS} horas.`}
    </p>
  )
}
