// The messages to passenger and driver for each event of a booking. docs/booking-states.md shows
// them beside each transition.
import type { Message } from '#server/platform/room-message.ts'
import type { Booking, Party } from '../booking.ts'
import type { Transition } from '../booking-transitions.ts'
import type { BookingFacts } from './booking-words.ts'
import * as messages from './bookings.messages.ts'

export type BookingNews = keyof typeof bookingNews

/**
 * Name of the message to one side, or the reason why that side gets none. When `message` is
 * missing, the message needs facts of its own, and the use case that has them sends it.
 */
export type Told = { name: string; message?: Message<BookingFacts> } | { untold: string }

const tell = (message: Message<BookingFacts>): Told => ({ name: message.name, message })
const elsewhere = (name: string): Told => ({ name })
const untold = (why: string): Told => ({ untold: why })

const OWN_ACT = 'did it, and the screen answered'

export const bookingNews = {
  requested: { passenger: tell(messages.requestSent), driver: tell(messages.requestReceived) },
  booked: { passenger: tell(messages.bookingConfirmed), driver: tell(messages.seatBooked) },
  accepted: { passenger: tell(messages.requestAccepted), driver: untold(OWN_ACT) },
  rejected: { passenger: tell(messages.requestRejected), driver: untold(OWN_ACT) },
  expired: { passenger: tell(messages.requestExpired), driver: tell(messages.requestMissed) },
  segment_changed: {
    passenger: tell(messages.segmentChanged),
    driver: tell(messages.passengerMoved),
  },
  cancelled_by_passenger: {
    passenger: tell(messages.bookingCancelled),
    driver: tell(messages.passengerCancelled),
  },
  cancelled_by_driver: {
    passenger: tell(messages.driverCancelled),
    driver: tell(messages.driverCancelledCopy),
  },
  trip_cancelled: { passenger: tell(messages.tripCancelled), driver: untold(OWN_ACT) },
  aboard_said: { passenger: untold(OWN_ACT), driver: tell(messages.aboardSaid) },
  aboard_undone: { passenger: untold(OWN_ACT), driver: tell(messages.aboardUndone) },
  boarded: { passenger: tell(messages.boarded), driver: tell(messages.fareReceived) },
  boarded_by_time: { passenger: tell(messages.assumedAboard), driver: tell(messages.fareReceived) },
  arrived: {
    passenger: untold('they have just left the car; nothing changes for them'),
    driver: untold(OWN_ACT),
  },
  completed: {
    passenger: untold('told when they boarded, which is when they paid'),
    driver: untold('told when the fare arrived'),
  },
  no_show_claimed: { passenger: elsewhere(messages.noShowClaimed.name), driver: untold(OWN_ACT) },
  no_show_closed: { passenger: tell(messages.noShowCharged), driver: tell(messages.noShowPaid) },
  no_show_disputed: {
    passenger: elsewhere('dispute_received'),
    driver: elsewhere('no_show_disputed'),
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
    passenger: elsewhere(messages.meetingChanged.name),
    driver: elsewhere(messages.meetingChanged.name),
  },
} satisfies Record<string, Record<Party, Told>>

/** News of the actions that always have the same news. */
const newsOfAction = {
  accept: 'accepted',
  reject: 'rejected',
  expire: 'expired',
  change_segment: 'segment_changed',
  withdraw: 'cancelled_by_passenger',
  say_aboard: 'aboard_said',
  undo_aboard: 'aboard_undone',
  board: 'boarded',
  arrive: 'arrived',
  claim_no_show: 'no_show_claimed',
  close_no_show: 'no_show_closed',
  dispute: 'no_show_disputed',
  object: 'driver_absent',
  deny: 'boarding_denied',
  decide_for_passenger: 'decided',
  decide_for_driver: 'decided',
} as const

/** Maps a row of the table of transitions to the news that is told about it. */
export function newsOfStep({ action, from, to, by, money }: Transition): BookingNews {
  switch (action) {
    case 'book':
      return to === 'requested' ? 'requested' : 'booked'
    case 'cancel':
    case 'cancel_trip':
      if (to === 'trip_cancelled') return 'trip_cancelled'
      return by === 'passenger' ? 'cancelled_by_passenger' : 'cancelled_by_driver'
    case 'complete':
      // When nobody recorded the boarding, the job boards and completes the booking in one step.
      if (money !== 'pay') return 'completed'
      return from.includes('aboard_said') ? 'boarded' : 'boarded_by_time'
    default:
      return newsOfAction[action]
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
