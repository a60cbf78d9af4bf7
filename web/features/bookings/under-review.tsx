import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { moneyWords } from '#web/shared/bookings/booking-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

/** Page of the dispute module; apart because every screen downloads `paths`. */
const versionPath = (id: string) => `/bookings/${encodeURIComponent(id)}/version`

/** What the passenger says, as the driver reads it. */
const claims: Partial<Record<BookingState, string>> = {
  no_show_disputed: 'dice que sí estaba en el punto',
  driver_absent: 'dice que no llegaste',
  checked_in_denied: 'dice que no se subió',
  completed_denied: 'dice que no se subió',
}

/** Notice of an undecided dispute: what happens to the money, and the field of the viewer. */
export function UnderReview({ booking }: { booking: BookingView }) {
  const { id, viewer, passenger, state } = booking
  const isDriver = viewer === 'driver'
  const claim = booking.objection?.ofChange ? 'dice que perdió el cambio de carro' : claims[state]
  return (
    <Banner
      tone="warn"
      live="off"
      title={isDriver ? `${passenger.name} ${claim}` : 'Estamos revisando tu reclamo'}
      action={
        <ButtonLink size="sm" to={versionPath(id)}>
          {isDriver ? 'Dar mi versión' : 'Agregar a mi reclamo'}
        </ButtonLink>
      }
    >
      Una persona de Cupo lee las dos versiones y decide. {moneyText(booking)}
    </Banner>
  )
}

function moneyText({ viewer, state, paymentMode }: BookingView): string {
  const words = moneyWords[paymentMode]
  const isDenied = state === 'checked_in_denied' || state === 'completed_denied'
  if (viewer === 'passenger') {
    return isDenied ? 'Dijiste que no te subiste.' : `${words.whileReviewed} y te avisamos.`
  }
  if (isDenied) {
    return paymentMode === 'billetera'
      ? 'Si le da la razón, el pasaje vuelve a su billetera.'
      : 'Si le da la razón, no pagas comisión.'
  }
  return state === 'driver_absent'
    ? `${words.driverWhileReviewed}, y no puedes registrar su subida.`
    : 'Antes puedes contar lo que pasó.'
}
