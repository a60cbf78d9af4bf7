import type { BookingView } from '#contract/booking-view.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Notice that the booking's trip is paused: what happens next, and what leaving costs. */
export function TripPauseNotice({ booking: { tripPause, viewer, can, paymentMode } }: Props) {
  if (!tripPause) return null
  const until = dateTime(tripPause.until)
  if (viewer === 'driver') {
    return (
      <Banner tone="warn" live="off" title="Este viaje está en pausa">
        No se vende, y si sigue así el {until} se cancela y tus pasajeros reciben todo de vuelta.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" live="off" title="Tu viaje está en pausa">
      <p>
        Tu cupo sigue apartado mientras revisamos el viaje. Si el {until} sigue en pausa, lo
        cancelamos
        {paymentMode === 'billetera'
          ? ' y te devolvemos todo.'
          : '. Era pago directo: no pagas nada.'}
      </p>
      {can.cancel && paymentMode === 'billetera' && (
        <p className="mt-2">También puedes cancelar ya y recibir todo de vuelta.</p>
      )}
    </Banner>
  )
}

type Props = { booking: BookingView }
