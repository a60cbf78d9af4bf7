import type { BookingView } from '#contract/booking-view.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Notice that the driver moved the trip: booked time, new time, cost of leaving. */
export function TripChangeNotice({ booking }: { booking: BookingView }) {
  const { tripChange, status, from } = booking
  if (!tripChange || (status !== 'requested' && status !== 'confirmed')) return null
  const isBack = tripChange.agreedAt === from.at
  return (
    <Banner
      tone="warn"
      live="off"
      title={isBack ? 'El viaje volvió a tu hora' : 'El conductor cambió la hora'}
    >
      <dl className="tnum grid gap-x-3 sm:grid-cols-[auto_1fr]">
        {!isBack && (
          <>
            <dt className="text-muted">Reservaste</dt>
            <dd className="mb-1 sm:mb-0">
              <s className="text-muted">{dateTime(tripChange.agreedAt)}</s>
            </dd>
          </>
        )}
        <dt className="text-muted">Ahora subes</dt>
        <dd className="font-bold">{dateTime(from.at)}</dd>
      </dl>
      {booking.can.cancel && <p className="mt-2">{leaveWords(booking)}</p>}
    </Banner>
  )
}

function leaveWords({ tripChange, status, paymentMode, from }: BookingView): string {
  const until = `Hasta el ${dateTime(from.at)}`
  if (tripChange?.mayLeaveFree) return `${until} puedes salirte sin costo si ya no te sirve.`
  if (status === 'requested') return 'Si ya no te sirve, puedes retirar tu solicitud sin costo.'
  if (paymentMode === 'directo') return `${until} puedes cancelar sin costo si ya no te sirve.`
  return 'Es un cambio pequeño: para cancelar siguen las reglas de siempre.'
}
