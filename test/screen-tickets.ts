// A confirmed booking and its ticket, for screens without a server.
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { answers } from './screen-answers.ts'
import { aBooking } from './screen-bookings.ts'
import { signedIn } from './screen-people.ts'

export const booking = aBooking({
  ...{ status: 'confirmed', state: 'confirmed', viewer: 'passenger' },
  can: { showTicket: true },
})
export const ticketCode = 'ABC234'
export function ticketOf(booking: BookingView, code: string) {
  const { id: bookingId, tripId, from, to } = booking
  const at = { validFrom: from.at, validUntil: to.at }
  return { bookingId, tripId, status: 'confirmed' as const, code, qr: `signed ${code}`, ...at }
}
const ticket = answers(api.bookings.ticket, ticketOf(booking, ticketCode))
const journey: JourneyView = {
  ...{ tripId: booking.tripId, state: 'not_started', startedAt: null, finishedAt: null },
  ...{ delayMinutes: 0, isLate: false, stops: [], lastArrival: null, mine: null, asks: null },
  ...{ arrived: null, driver: { name: 'Nelson B.', phone: null }, tripState: 'to_leave' },
  asOf: booking.createdAt,
}
/** Answers of the ticket's screen. */
export const ticketAnswers = [
  ...signedIn(),
  answers(api.bookings.show, { booking }),
  ticket,
  answers(api.journeys.show, { journey }),
  answers(api.safety.listBookingShares, { shares: [], until: null }),
  answers(api.safety.listOwnIncidents, { incidents: [] }),
]
