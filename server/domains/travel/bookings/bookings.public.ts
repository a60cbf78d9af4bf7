export { advanceDue, moveWithTrip } from './advance-booking.ts'
export { acceptRequest, rejectRequest } from './answer-request.ts'
export { checkIn } from './board-passenger.ts'
export { bookSeat } from './book-seat.ts'
export {
  type Booking,
  boardingWindow,
  DISPUTE_MS,
  type Facts,
  fareLink,
  hasArrived,
  type Party,
  partyOf,
} from './booking.ts'
export type { Actor, Condition } from './booking-conditions.ts'
export { type BookingNews, bookingNews, newsOfStep, type Told } from './booking-news.ts'
export {
  aboardSaidOf,
  bookingStates,
  driverMoneyOf,
  isOpen,
  isStanding,
  stateMeanings,
  stateOf,
} from './booking-states.ts'
export { type Money, may, type Transition, transition, transitions } from './booking-transitions.ts'
export { presentBooking } from './bookings.present.ts'
export {
  countEvents,
  findFactsOf,
  listBookingRows,
  listTripBookings,
  lockBooking,
  lockLateBookings,
  lockTripBookings,
  markDisputed,
  sumAgreedMovedSince,
} from './bookings.queries.ts'
export { cancelBooking } from './cancel-booking.ts'
export { cancelTrip } from './cancel-trip.ts'
export { freeByMeeting } from './change-booking.queries.ts'
export { decideDispute } from './decide-dispute.ts'
export { claimNoShow } from './no-show.ts'
export { pauseEndsAt } from './pause-end.ts'
export { previewCancelTrip } from './preview-cancel-trip.ts'
export { isMovedFar } from './refund-policy.ts'
export { listSelfTripSigns } from './self-trip.queries.ts'
export { issueTicket, listBookings, listPassengers, showBooking } from './show-booking.ts'
export { POINTS_JOB, RATE_JOB, TELL_JOB, TRAVELLED_JOB } from './tell-booking.ts'
export { withdrawByTeam, withdrawPassenger } from './withdraw-passenger.ts'
