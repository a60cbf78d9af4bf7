// A confirmed booking and its ticket, for screens without a server.
import { api } from '#contract/api.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { answers } from './screen-answers.ts'
import { aBooking } from './screen-bookings.ts'
import { signedIn } from './screen-people.ts'

export const booking = aBooking({
  ...{ status: 'confirmed', state: 'confirmed', viewer: 'passenger' },
  can: { showTicket: true },
})
export const ticketCode = 'ABC234'
const ticket = answers(api.bookings.ticket, {
  ...{
    bookingId: booking.id,
    tripId: booking.tripId,
    status: 'confirmed',
    code: ticketCode,
    qr: 'signed',
  },
  ...{ validFrom: booking.from.at, validUntil: booking.to.at },
})
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
