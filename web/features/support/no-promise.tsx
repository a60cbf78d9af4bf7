import { api } from '#web/lib/api.ts'
import { brand } from '#web/lib/brand.ts'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { PhoneLinks } from '#web/shared/users/phone-links.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

/** Where no answer is promised before a departure: the line, the driver, and what one can do. */
export function NoPromise({ about }: { about: { kind: string; id: string } | null }) {
  return (
    <Banner tone="warn" title="Tu viaje sale antes de que podamos responderte">
      <div className="grid gap-3">
        <p>Por aquí no te prometemos respuesta a tiempo. Llama a nuestra línea.</p>
        <div className="flex flex-wrap gap-3">
          <a href={brand.phone_link} className={buttonClass('secondary', 'md')}>
            Llamar al {brand.phone}
          </a>
          {about?.kind === 'booking' && <BookingWays bookingId={about.id} />}
        </div>
      </div>
    </Banner>
  )
}

/** Ways of a passenger without the team: call the driver, leave the trip, change the point. */
function BookingWays({ bookingId }: { bookingId: string }) {
  const booking = useRead(queryKeys.booking(bookingId), (signal) =>
    api.bookings.show({ params: { bookingId }, signal }),
  ).data?.booking
  const tripId = booking?.tripId ?? ''
  const journey = useRead(
    queryKeys.journey(tripId),
    (signal) => api.journeys.show({ params: { tripId }, signal }),
    { enabled: booking?.viewer === 'passenger' && booking.status === 'confirmed' },
  ).data?.journey
  if (!booking) return null
  const { can, price, refundIfCancelledNow: back, paymentMode } = booking
  const isFree = paymentMode === 'directo' || back >= price
  return (
    <>
      {journey?.driver.phone && (
        <div className="flex flex-wrap gap-3">
          <PhoneLinks phone={journey.driver.phone} name={journey.driver.name} shown="(conductor)" />
        </div>
      )}
      {can.cancel && (
        <ButtonLink variant="secondary" to={paths.booking(bookingId)}>
          {isFree ? 'Salir gratis de la reserva' : `Cancelar: te devolvemos ${pesos(back)}`}
        </ButtonLink>
      )}
      {can.changeMeeting && (
        <ButtonLink variant="secondary" to={paths.booking(bookingId)}>
          Cambiar el punto de encuentro
        </ButtonLink>
      )}
    </>
  )
}
