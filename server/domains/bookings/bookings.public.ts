export { moveWithTrip } from './advance-booking.ts'
export { acceptRequest, rejectRequest } from './answer-request.ts'
export { checkIn } from './board-passenger.ts'
export { bookSeat } from './book-seat.ts'
export {
  type Booking,
  boardingWindow,
  commissionOn,
  DISPUTE_MS,
  type Facts,
  hasArrived,
  isMovedFar,
  isObjected,
  mayClaimNoShow,
  mayDeny,
  mayDispute,
  mayObject,
  type Party,
  partyOf,
} from './booking.ts'
export { presentBooking } from './bookings.present.ts'
export {
  agreedMovedSince,
  factsOf,
  findBookings,
  listTripBookings,
  lockBooking,
  lockLateBookings,
  lockTripBookings,
  markDisputed,
} from './bookings.queries.ts'
export { cancelBooking } from './cancel-booking.ts'
export { cancelTrip } from './cancel-trip.ts'
export { payFare, returnFare, undoCheckIn } from './no-show.ts'
export { issueTicket, listBookings, listPassengers, showBooking } from './show-booking.ts'
