export { checkIn } from './board/board-passenger.ts'
export { claimNoShow } from './board/no-show.ts'
export { sayMissed } from './board/say-missed.ts'
export { acceptRequest, rejectRequest } from './book/answer-request.ts'
export { bookParts } from './book/book-parts.ts'
export { bookSeat } from './book/book-seat.ts'
export type { BookSeat } from './book/plan-booking.ts'
export {
  type Booking,
  boardingWindow,
  changeMinutesOf,
  DISPUTE_MS,
  expectedDropOff,
  type Facts,
  fareLink,
  hasArrived,
  isLoose,
  isRideOver,
  MOVED_FAR_MS,
  type Party,
  partyOf,
  pauseEndsAt,
  releaseAt,
} from './booking.ts'
export type { Actor, Condition } from './booking-conditions.ts'
export { findFactsOf, listRescued } from './booking-snapshot.queries.ts'
export {
  aboardSaidOf,
  bookingStates,
  driverMoneyOf,
  isOpen,
  isStanding,
  stateMeanings,
  stateOf,
} from './booking-states.ts'
export {
  type Money,
  may,
  mayLeaveLate,
  type Transition,
  transition,
  transitions,
} from './booking-transitions.ts'
export { presentBooking, presentBookings } from './bookings.present.ts'
export {
  findBooking,
  listBookingRows,
  listConnection,
  listSeated,
  listTripBookings,
  lockBooking,
  lockLateBookings,
  lockTripBookings,
} from './bookings.queries.ts'
export { cancelBooking } from './cancel/cancel-booking.ts'
export { cancelParts } from './cancel/cancel-parts.ts'
export { cancelTrip, previewCancelTrip } from './cancel/cancel-trip.ts'
export { giveBackBoth } from './cancel/give-back-seats.ts'
export { withdrawByTeam, withdrawPassenger } from './cancel/withdraw-passenger.ts'
export {
  listCrossings,
  listTripsAtPoint,
  sumAgreedMovedSince,
  updateMeeting,
} from './change/change-booking.queries.ts'
export { changeMeetingIn, mayAgreeMeeting } from './change/change-meeting.ts'
export { type Moved, moveWithTrip, UNTOLD_JOB, untoldAt } from './change/move-with-trip.ts'
export { isMovedFar } from './refund-policy.ts'
export { endRescueKeeps, keepForRescue } from './seat-keeps/rescue-keeps.ts'
export {
  findConnectionRefusal,
  hasKeeps,
  isApart,
  lockRescueKeeps,
} from './seat-keeps/seat-keeps.queries.ts'
export { listSelfTripSigns } from './self-trip.queries.ts'
export { advanceDue, MISSED_JOB } from './settle/advance-booking.ts'
export { decideDispute } from './settle/decide-dispute.ts'
export { planRelease, RESCUE_JOB } from './settle/follow-part.ts'
export { markDisputed } from './settle/settle-booking.queries.ts'
export { issueTicket, listBookings, listPassengers, showBooking } from './show-booking.ts'
export { type BookingNews, bookingNews, newsOfStep, type Told } from './tell/booking-news.ts'
export { POINTS_JOB, RATE_JOB, TELL_JOB, TRAVELLED_JOB } from './tell/tell-booking.ts'
export { newCode, readTicket, signTicket, ticketKeyId } from './tickets/ticket.ts'
export { isDriven, isUnderWay } from './under-way.queries.ts'
