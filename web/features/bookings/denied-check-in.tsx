import type { BookingView } from '#contract/booking-view.ts'
import { before, dayAndTime, sentence } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dispute } from './booking-notices.tsx'

/** Notice that the passenger denies having travelled after a check-in, with the effect on both. */
export function DeniedCheckIn({ booking }: { booking: BookingView }) {
  const { denial, viewer, can, passenger, paymentMode, state } = booking
  if (state === 'checked_in_denied' || state === 'completed_denied') {
    return viewer === 'driver' ? (
      <Banner tone="warn" live="off" title={`${passenger.name} dice que no se subió`}>
        Una persona de Cupo lo revisa y te avisamos por correo. Si le da la razón,{' '}
        {paymentMode === 'billetera'
          ? 'el pasaje vuelve a su billetera.'
          : 'te devolvemos la comisión.'}
      </Banner>
    ) : (
      <Banner tone="warn" live="off" title="Estamos revisando tu reclamo">
        Dijiste que no te subiste. Una persona de Cupo lo revisa y te avisamos por correo.
      </Banner>
    )
  }
  if (!denial || denial.openedAt) return null
  if (viewer === 'driver') {
    if (new Date(denial.until) <= new Date() || paymentMode === 'directo') return null
    return (
      <p className="text-sm text-muted">
        {sentence(
          `Lo que ganaste por este cupo se puede retirar desde ${dayAndTime(denial.until)}`,
        )}
      </p>
    )
  }
  if (!can.deny) return null
  return (
    <Banner
      tone="info"
      live="off"
      title="El conductor registró tu subida"
      action={<Dispute booking={booking} word="No me subí" />}
    >
      Si no viajaste, dilo {before(denial.until)} y una persona de Cupo lo revisa.
    </Banner>
  )
}
