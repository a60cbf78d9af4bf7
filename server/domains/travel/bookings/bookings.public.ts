export { checkIn } from './board/board-passenger.ts'
export { claimNoShow } from './board/no-show.ts'
export { acceptRequest, rejectRequest } from './book/answer-request.ts'
export { bookSeat } from './book/book-seat.ts'
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
export { cancelBooking } from './cancel/cancel-booking.ts'
export { cancelTrip } from './cancel/cancel-trip.ts'
export { previewCancelTrip } from './cancel/preview-cancel-trip.ts'
export { withdrawByTeam, withdrawPassenger } from './cancel/withdraw-passenger.ts'
export { freeByMeeting } from './change/change-booking.queries.ts'
export { pauseEndsAt } from './pause-end.ts'
export { isMovedFar } from './refund-policy.ts'
export { listSelfTripSigns } from './self-trip.queries.ts'
export { advanceDue, moveWithTrip } from './settle/advance-booking.ts'
export { decideDispute } from './settle/decide-dispute.ts'
export { issueTicket, listBookings, listPassengers, showBooking } from './show-booking.ts'
export { type BookingNews, bookingNews, newsOfStep, type Told } from './tell/booking-news.ts'
export { POINTS_JOB, RATE_JOB, TELL_JOB, TRAVELLED_JOB } from './tell/tell-booking.ts'
