import type { BookingView } from '#contract/booking-view.ts'
import { moneyWords } from '#web/domain/bookings/payment-mode-words.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dispute } from './dispute.tsx'

/** Notice of a reported no-show: its result for the passenger, and the deadline for a dispute. */
export function NoShowNotice({ booking }: { booking: BookingView }) {
  const { noShow, viewer, can, passenger, state } = booking
  const disputed = state === 'no_show_disputed'
  if (!noShow || !(disputed || state === 'no_show_claimed')) return null
  const { disputeUntil } = noShow
  const money = moneyWords[booking.paymentMode]
  if (viewer === 'driver') {
    return (
      <Banner tone="info" live="off" title="Registraste que no llegó">
        {disputed
          ? `${passenger.name} reclamó. Una persona de Cupo lo revisa y te avisamos por correo.`
          : `Hasta el ${dateTime(disputeUntil)}, ${passenger.name} puede reclamar.`}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      live="off"
      title={disputed ? 'Estamos revisando tu reclamo' : 'El conductor dice que no llegaste'}
      action={can.dispute && <Dispute booking={booking} word="Reclamar" />}
    >
      {disputed
        ? `Una persona de Cupo lo revisa. ${money.whileReviewed} y te avisamos por correo.`
        : `Si no fue así, reclama antes del ${dateTime(disputeUntil)}; ${money.noShowStands}.`}
    </Banner>
  )
}
