import type { BookingView } from '#contract/bookings.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { PillTone } from '#web/ui/status-pill.tsx'
import { Dispute } from './dispute-no-show.tsx'

/** Both say different things, and nothing is decided yet. */
export function isUnderReview({ noShow, objection }: BookingView): boolean {
  const objected = Boolean(objection?.openedAt) && !objection?.decided
  return objected || noShow?.decided === false
}

/** A person decided for the passenger. */
export function isWon({ status, noShow, objection }: BookingView): boolean {
  return status === 'cancelled_by_driver' && Boolean(noShow ?? objection?.decided)
}

/** The state of a booking that a person judges or judged; null for any other. */
export function reviewWords(booking: BookingView): { text: string; tone: PillTone } | null {
  if (isUnderReview(booking)) return { text: 'Por resolver', tone: 'warn' }
  if (!isWon(booking)) return null
  return booking.viewer === 'passenger'
    ? { text: 'Resuelta a tu favor', tone: 'ok' }
    : { text: 'A favor del pasajero', tone: 'neutral' }
}

/** The passenger says that the driver did not come: what it means for each of them, until when. */
export function DriverAbsentNotice({ booking }: { booking: BookingView }) {
  const { objection, viewer, can, passenger } = booking
  if (!objection || objection.decided) return null
  if (viewer === 'driver') {
    if (!objection.openedAt) return null
    return (
      <Banner tone="warn" live="off" title={`${passenger.name} dice que no llegaste`}>
        Una persona de Cupo lo revisa y te avisamos por correo. Mientras tanto no se paga nada y no
        puedes registrar su subida.
      </Banner>
    )
  }
  if (objection.openedAt) {
    return (
      <Banner tone="warn" live="off" title="Estamos revisando tu reclamo">
        Una persona de Cupo lo revisa. {stake(booking)} y te avisamos por correo.
      </Banner>
    )
  }
  // Leaving at no cost returns everything at once, and needs nobody to decide.
  if (!can.object || can.leaveLate) return null
  return (
    <Banner
      tone="info"
      live="off"
      title="¿El conductor no llegó?"
      action={<Dispute booking={booking} word="Decir que no llegó" />}
    >
      Cuéntanos antes del {dateTime(objection.until)} y una persona de Cupo lo revisa; después, el
      viaje se da por hecho{booking.paymentMode === 'billetera' ? ' y se paga' : ''}.
    </Banner>
  )
}

function stake({ paymentMode }: BookingView): string {
  return paymentMode === 'billetera'
    ? 'El dinero queda quieto'
    : 'Cupo no cobra nada mientras tanto'
}
