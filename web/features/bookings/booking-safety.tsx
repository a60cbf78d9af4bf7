import type { BookingView } from '#contract/booking-view.ts'
import { serverDate } from '#web/lib/clock.ts'
import { ShareTrip } from '#web/shared/safety/share-trip.tsx'
import { Emergency, OwnIncidents, TripSafety } from '#web/shared/safety/trip-safety.tsx'
import { SomethingWrong } from '#web/shared/support/something-wrong.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { carOf } from './driver-line.tsx'
import { isTravelDay } from './use-booking-moment.ts'

const AGREED: readonly string[] = ['confirmed', 'checked_in', 'completed', 'no_show']

const tripOf = ({ id, tripId, from, to }: BookingView) => ({
  ...{ tripId, bookingId: id, from: from.name, to: to.name },
})

/** Emergency button of a ticket, for the day of travel. */
export function EmergencyOfBooking({ booking }: { booking: BookingView }) {
  const { vehicle, driver } = booking
  const car = { plate: vehicle.plate, description: carOf(booking), driver: driver.name }
  return <Emergency quiet trip={tripOf(booking)} car={car} />
}

/** Who follows the trip, and what was reported to the team; nothing without either. */
export function Followed({ booking, tripIds }: { booking: BookingView; tripIds: string[] }) {
  if (!AGREED.includes(booking.status)) return null
  return (
    <>
      <ShareTrip trip={tripOf(booking)} onlyFollowers />
      <OwnIncidents tripIds={tripIds} />
    </>
  )
}

/** Reports, advice and help about a passenger's booking. */
export function BookingSafety({ booking }: { booking: BookingView }) {
  const help = supportLinks.about('reserva', booking.id)
  if (!AGREED.includes(booking.status)) return <SomethingWrong to={help} />
  return (
    <TripSafety
      trip={tripOf(booking)}
      isToday={isTravelDay(booking)}
      hasBegun={serverDate() >= new Date(booking.from.at)}
      help={help}
    />
  )
}
