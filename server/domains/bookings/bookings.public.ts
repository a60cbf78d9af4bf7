export { acceptRequest, rejectRequest } from './answer-request.ts'
export { checkIn, confirmAboard } from './board-passenger.ts'
export { type BookSeat, bookSeat } from './book-seat.ts'
export {
  type Booking,
  boardingWindow,
  commissionOn,
  mayDispute,
  type Party,
  partyOf,
} from './booking.ts'
export { presentBooking } from './bookings.present.ts'
export { boardedUpTo, findBookings, lockBooking, markDisputed } from './bookings.queries.ts'
export { type CancelBooking, cancelBooking } from './cancel-booking.ts'
export { type CancelTrip, cancelTrip } from './cancel-trip.ts'
export { returnFare } from './no-show.ts'
export { closeNoShow } from './settle-booking.ts'
export { issueTicket, listBookings, listPassengers, showBooking } from './show-booking.ts'
