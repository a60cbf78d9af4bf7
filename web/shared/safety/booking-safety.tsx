import type { BookingView } from '#contract/booking-view.ts'
import { ArrivalWord } from '#web/shared/journeys/arrival-word.tsx'
import { isTravelDay } from '#web/shared/journeys/journey-state.tsx'
import { SomethingWrong } from '#web/shared/support/something-wrong.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { TripSafety } from './trip-safety.tsx'

const AGREED: readonly string[] = ['confirmed', 'checked_in', 'completed', 'no_show']

/** Safety functions for the passenger of a confirmed booking. */
export function BookingSafety({ booking }: { booking: BookingView }) {
  const { id: bookingId, tripId, status, from, to, vehicle, driver } = booking
  const help = supportLinks.about('reserva', bookingId)
  if (!AGREED.includes(status)) return <SomethingWrong to={help} />
  const description = `${vehicle.brand} ${vehicle.model}, ${vehicle.color.toLowerCase()}`
  return (
    <>
      {status !== 'no_show' && <ArrivalWord booking={booking} />}
      <TripSafety
        trip={{ tripId, bookingId, from: from.name, to: to.name }}
        car={{ plate: vehicle.plate, description, driver: driver.name }}
        isToday={isTravelDay(booking)}
        hasBegun={new Date() >= new Date(from.at)}
        help={help}
      />
    </>
  )
}
