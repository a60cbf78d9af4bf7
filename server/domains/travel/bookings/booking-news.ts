// The messages to passenger and driver for each event of a booking. docs/booking-states.md shows
// them beside each transition.
import type { Message } from '#server/platform/room-message.ts'
import type { Booking, Party } from './booking.ts'
import type { Transition } from './booking-transitions.ts'
import type { BookingFacts } from './booking-words.ts'
import {
  aboardSaid,
  aboardUndone,
  assumedAboard,
  boarded,
  bookingCancelled,
  bookingConfirmed,
  driverCancelled,
  driverCancelledCopy,
  fareReceived,
  meetingChanged,
  noShowCharged,
  noShowClaimed,
  noShowPaid,
  passengerCancelled,
  passengerMoved,
  requestAccepted,
  requestExpired,
  requestMissed,
  requestReceived,
  requestRejected,
  requestSent,
  seatBooked,
  segmentChanged,
  tripCancelled,
} from './bookings.messages.ts'

export type BookingNews =
  | 'requested'
  | 'booked'
  | 'accepted'
  | 'rejected'
  | 'expired'
  | 'segment_changed'
  | 'cancelled_by_passenger'
  | 'cancelled_by_driver'
  | 'trip_cancelled'
  | 'aboard_said'
  | 'aboard_undone'
  | 'boarded'
  | 'boarded_by_time'
  | 'arrived'
  | 'completed'
  | 'no_show_claimed'
  | 'no_show_closed'
  | 'no_show_disputed'
  | 'driver_absent'
  | 'boarding_denied'
  | 'decided'
  | 'trip_moved'
  | 'meeting_changed'

/**
 * Name of the message to one side, or the reason why that side gets none. When `message` is
 * missing, the message needs facts of its own, and the use case that has them sends it.
 */
export type Told = { name: string; message?: Message<BookingFacts> } | { untold: string }

const tell = (message: Message<BookingFacts>): Told => ({ name: message.name, message })
const elsewhere = (name: string): Told => ({ name })
const untold = (why: string): Told => ({ untold: why })

const OWN_ACT = 'did it, and the screen answered'

export const bookingNews: Record<BookingNews, Record<Party, Told>> = {
  requested: { passenger: tell(requestSent), driver: tell(requestReceived) },
  booked: { passenger: tell(bookingConfirmed), driver: tell(seatBooked) },
  accepted: { passenger: tell(requestAccepted), driver: untold(OWN_ACT) },
  rejected: { passenger: tell(requestRejected), driver: untold(OWN_ACT) },
  expired: { passenger: tell(requestExpired), driver: tell(requestMissed) },
  segment_changed: { passenger: tell(segmentChanged), driver: tell(passengerMoved) },
  cancelled_by_passenger: {
    passenger: tell(bookingCancelled),
    driver: tell(passengerCancelled),
  },
  cancelled_by_driver: {
    passenger: tell(driverCancelled),
    driver: tell(driverCancelledCopy),
  },
  trip_cancelled: { passenger: tell(tripCancelled), driver: untold(OWN_ACT) },
  aboard_said: { passenger: untold(OWN_ACT), driver: tell(aboardSaid) },
  aboard_undone: { passenger: untold(OWN_ACT), driver: tell(aboardUndone) },
  boarded: { passenger: tell(boarded), driver: tell(fareReceived) },
  boarded_by_time: { passenger: tell(assumedAboard), driver: tell(fareReceived) },
  arrived: {
    passenger: untold('they have just left the car; nothing changes for them'),
    driver: untold(OWN_ACT),
  },
  completed: {
    passenger: untold('told when they boarded, which is when they paid'),
    driver: untold('told when the fare arrived'),
  },
  no_show_claimed: { passenger: elsewhere(noShowClaimed.name), driver: untold(OWN_ACT) },
  no_show_closed: { passenger: tell(noShowCharged), driver: tell(noShowPaid) },
  no_show_disputed: {
    passenger: elsewhere('dispute_received'),
    driver: untold('told of the decision; until then the passenger is heard'),
  },
  driver_absent: {
    passenger: elsewhere('dispute_received'),
    driver: elsewhere('objection_opened'),
  },
  boarding_denied: {
    passenger: elsewhere('dispute_received'),
    driver: elsewhere('check_in_denied'),
  },
  decided: { passenger: elsewhere('dispute_resolved'), driver: elsewhere('dispute_resolved') },
  trip_moved: { passenger: elsewhere('trip_changed'), driver: untold(OWN_ACT) },
  meeting_changed: {
    passenger: elsewhere(meetingChanged.name),
    driver: elsewhere(meetingChanged.name),
  },
}

/** Maps a row of the table of transitions to the news that is told about it. */
export function newsOfStep({ action, from, to, by, money }: Transition): BookingNews {
  switch (action) {
    case 'book':
      return to === 'requested' ? 'requested' : 'booked'
    case 'accept':
      return 'accepted'
    case 'reject':
      return 'rejected'
    case 'expire':
      return 'expired'
    case 'change_segment':
      return 'segment_changed'
    case 'cancel':
    case 'cancel_trip':
      if (to === 'trip_cancelled') return 'trip_cancelled'
      return by === 'passenger' ? 'cancelled_by_passenger' : 'cancelled_by_driver'
    case 'withdraw':
      return 'cancelled_by_passenger'
    case 'say_aboard':
      return 'aboard_said'
    case 'undo_aboard':
      return 'aboard_undone'
    case 'board':
      return 'boarded'
    case 'arrive':
      return 'arrived'
    case 'complete':
      // When nobody recorded the boarding, the job boards and completes the booking in one step.
      if (money !== 'pay') return 'completed'
      return from.includes('aboard_said') ? 'boarded' : 'boarded_by_time'
    case 'claim_no_show':
      return 'no_show_claimed'
    case 'close_no_show':
      return 'no_show_closed'
    case 'dispute':
      return 'no_show_disputed'
    case 'object':
      return 'driver_absent'
    case 'deny':
      return 'boarding_denied'
    case 'decide_for_passenger':
    case 'decide_for_driver':
      return 'decided'
  }
}

export type BookingEvent = {
  id: string
  /** Status after the event, or the name of another noted event. */
  event: string
  actorId: string | null
  details: {
    by?: string
    rule?: string
    /** Time when the fare is paid after the passenger confirmed boarding. */
    postsAt?: string
  }
}

/** Maps a stored event of a booking to its news; undefined for an event that is no news. */
export function newsOfEvent(
  { event, actorId, details }: BookingEvent,
  booking: Pick<Booking, 'passengerId' | 'noShowAt' | 'deniedAt'>,
): BookingNews | undefined {
  switch (event) {
    case 'requested':
    case 'rejected':
    case 'expired':
    case 'segment_changed':
    case 'aboard_said':
    case 'aboard_undone':
    case 'trip_cancelled':
    case 'cancelled_by_passenger':
    case 'completed':
    case 'trip_moved':
    case 'meeting_changed':
      return event
    case 'confirmed':
      return actorId === booking.passengerId ? 'booked' : 'accepted'
    case 'cancelled_by_driver':
      return details.rule === 'dispute' ? 'decided' : event
    case 'checked_in':
      if (details.by === 'dispute') return 'decided'
      return details.by === 'auto' ? 'boarded_by_time' : 'boarded'
    case 'no_show':
      if (details.by === 'dispute') return 'decided'
      return details.by === 'auto' ? 'no_show_closed' : 'no_show_claimed'
    case 'disputed':
      if (booking.deniedAt) return 'boarding_denied'
      return booking.noShowAt ? 'no_show_disputed' : 'driver_absent'
    default:
      return undefined
  }
}
