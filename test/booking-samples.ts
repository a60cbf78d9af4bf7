// Sample facts for the messages about a booking.
import * as disputes from '#server/modules/community/conduct/disputes/disputes.messages.ts'
import type { BookingFacts } from '#server/modules/travel/bookings/tell/booking-words.ts'
import * as bookings from '#server/modules/travel/bookings/tell/bookings.messages.ts'
import * as parts from '#server/modules/travel/bookings/tell/tell.messages.ts'
import {
  listAsked,
  listPassedOver,
  listWaits,
} from '#server/modules/travel/demand/alerts/alerts.messages.ts'

const at = '2026-11-20T13:00:00.000Z'
const atOne = '2026-11-20T18:00:00.000Z'

const aBooking: BookingFacts = {
  path: '/bookings/1',
  from: 'Bogotá',
  to: 'San José del Guaviare',
  at,
  seats: 2,
  passenger: 'Laura P.',
  driver: 'Carlos R.',
  byWallet: true,
  farePesos: 60_000,
  earnsPesos: 54_000,
  refundedPesos: 30_000,
  chargedPesos: 30_000,
  answerUntil: at,
  paysAt: at,
  byOwnWord: false,
}

const BOOKING_MESSAGES = [
  bookings.bookingConfirmed,
  bookings.seatBooked,
  bookings.requestSent,
  bookings.requestReceived,
  bookings.requestAccepted,
  bookings.requestRejected,
  bookings.requestExpired,
  bookings.requestMissed,
  bookings.segmentChanged,
  bookings.passengerMoved,
  bookings.seatsReturned,
  bookings.passengerReturned,
  bookings.bookingCancelled,
  bookings.passengerCancelled,
  bookings.driverCancelled,
  bookings.driverCancelledCopy,
  bookings.tripCancelled,
  bookings.aboardSaid,
  bookings.aboardUndone,
  bookings.boarded,
  bookings.boardedByName,
  bookings.assumedAboard,
  bookings.fareReceived,
  bookings.noShowCharged,
  bookings.noShowPaid,
  ...Object.values(parts),
]

/** A trip with one change and what a list buys are paid from the wallet: there is no other mode. */
export const onlyByWallet: ReadonlySet<string> = new Set(
  [...Object.values(parts), disputes.changeObjected, listAsked, listPassedOver, listWaits].map(
    ({ name }) => name,
  ),
)

const byList = {
  ...{ listUntil: atOne, byList: true },
  next: { to: 'San José del Guaviare', at: atOne, driver: 'Ana M.', farePesos: 40_000 },
}

export const bookingSamples = BOOKING_MESSAGES.flatMap((message) =>
  [
    aBooking,
    { ...aBooking, byWallet: false, seats: 1, to: 'San Vicente del Caguán' },
    { ...aBooking, seats: 1, answerUntil: atOne, paysAt: atOne },
    { ...aBooking, byTeam: true },
    ...(message.name === 'booking_confirmed'
      ? [byList, { next: byList.next }].map((more) => ({ ...aBooking, to: 'Neiva', ...more }))
      : []),
  ]
    .filter(({ byWallet }) => byWallet || !onlyByWallet.has(message.name))
    .map((data) => ({ message, data })),
)
