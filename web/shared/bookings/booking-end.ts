import type { BookingView } from '#contract/booking-view.ts'

/** Whether the passenger of a first car goes on in a second one, which stands. */
export const goesOn = ({ connection }: BookingView): boolean =>
  connection?.part === 1 && !connection.brokenAt && connection.otherOpen !== false

/** Town where the passenger ends: of a first car who goes on, where the second one arrives. */
export const endOf = (booking: BookingView): string =>
  (goesOn(booking) && booking.connection?.endsIn) || booking.to.name
