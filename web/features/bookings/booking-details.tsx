import { Suspense } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { LateMeetingPlaces } from '#web/shared/trips/late-meeting-places.tsx'
import { StopDetail } from '#web/shared/trips/point-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BookingFiles } from './booking-files.tsx'
import { FreeUntil } from './booking-notices.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { carOf } from './driver-line.tsx'

const ChangeSegment = lazyPart(() => import('./change-booking.tsx'), 'ChangeSegment')

/** Everything about a booking that is not for now: facts, route, history, files, changes. */
export function BookingDetails({ booking }: { booking: BookingView }) {
  const { tripId, from, to, driver, can, vehicle, paymentMode } = booking
  const facts = [
    ['Pasajero', booking.passenger.name],
    ['Cupos', seatsText(booking.seats)],
    [
      'Conductor',
      <Link key="driver" to={paths.person(driver.id)}>
        {driver.name}
      </Link>,
    ],
    ['Vehículo', carOf(booking)],
    ['Placa', vehicle.plate ?? 'Al confirmar'],
    [paymentModeWords[paymentMode].title, pesos(booking.price)],
  ] as const
  return (
    <div className="grid gap-5">
      <RouteLine
        stops={[
          { name: from.name, at: from.at, detail: <StopDetail stop={from} /> },
          { name: to.name, at: to.at, detail: <StopDetail stop={to} /> },
        ]}
      />
      {can.showTicket && <LateMeetingPlaces from={from.point} to={to.point} />}
      <Facts
        facts={facts}
        className="tnum grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4
          gap-y-3"
      />
      <section aria-labelledby="como-va">
        <h2 id="como-va" className="mb-3 text-lg">
          Cómo va tu reserva
        </h2>
        <BookingTimeline booking={booking} />
      </section>
      {can.cancel && <FreeUntil booking={booking} />}
      <div className="flex flex-wrap gap-3 *:grow">
        <BookingFiles booking={booking} />
        {can.changeSegment && (
          <Suspense fallback={<Skeleton className="h-12" />}>
            <ChangeSegment booking={booking} />
          </Suspense>
        )}
        <ButtonLink variant="secondary" to={paths.trip(tripId, { from: from.id, to: to.id })}>
          Ver el viaje
        </ButtonLink>
      </div>
      <PersonMenu userId={driver.id} name={driver.name} />
    </div>
  )
}
