// Who is told what of everything that happens to a booking. docs/booking-states.md shows it beside
// each transition.
import type { MailBody } from '#server/domains/foundation/notifications/notifications.public.ts'
import type { Booking, Party } from './booking.ts'
import type { Transition } from './booking-transitions.ts'

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

/** The message to one side, or why that side is told nothing. */
export type Told = { template: MailBody['template'] } | { untold: string }

const tell = (template: MailBody['template']): Told => ({ template })
const untold = (why: string): Told => ({ untold: why })

const OWN_ACT = 'did it, and the screen answered'

export const bookingNews: Record<BookingNews, Record<Party, Told>> = {
  requested: { passenger: tell('request_sent'), driver: tell('request_received') },
  booked: { passenger: tell('booking_confirmed'), driver: tell('seat_booked') },
  accepted: { passenger: tell('request_accepted'), driver: untold(OWN_ACT) },
  rejected: { passenger: tell('request_rejected'), driver: untold(OWN_ACT) },
  expired: { passenger: tell('request_expired'), driver: tell('request_missed') },
  segment_changed: { passenger: tell('segment_changed'), driver: tell('passenger_moved') },
  cancelled_by_passenger: {
    passenger: tell('booking_cancelled'),
    driver: tell('passenger_cancelled'),
  },
  cancelled_by_driver: {
    passenger: tell('driver_cancelled'),
    driver: tell('driver_cancelled_copy'),
  },
  trip_cancelled: { passenger: tell('trip_cancelled'), driver: untold(OWN_ACT) },
  aboard_said: { passenger: untold(OWN_ACT), driver: tell('aboard_said') },
  aboard_undone: { passenger: untold(OWN_ACT), driver: tell('aboard_undone') },
  boarded: { passenger: tell('boarded'), driver: tell('fare_received') },
  boarded_by_time: { passenger: tell('assumed_aboard'), driver: tell('fare_received') },
  arrived: {
    passenger: untold('they have just left the car; nothing changes for them'),
    driver: untold(OWN_ACT),
  },
  completed: {
    passenger: untold('told when they boarded, which is when they paid'),
    driver: untold('told when the fare arrived'),
  },
  no_show_claimed: { passenger: tell('no_show_claimed'), driver: untold(OWN_ACT) },
  no_show_closed: { passenger: tell('no_show_charged'), driver: tell('no_show_paid') },
  no_show_disputed: {
    passenger: tell('dispute_received'),
    driver: untold('told of the decision; until then the passenger is heard'),
  },
  driver_absent: { passenger: tell('dispute_received'), driver: tell('objection_opened') },
  boarding_denied: { passenger: tell('dispute_received'), driver: tell('check_in_denied') },
  decided: { passenger: tell('dispute_resolved'), driver: tell('dispute_resolved') },
  trip_moved: { passenger: tell('trip_changed'), driver: untold(OWN_ACT) },
  meeting_changed: { passenger: tell('meeting_changed'), driver: tell('meeting_changed') },
}

/** What a step of the table of transitions is called here. */
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
      // Of who was not registered, time boards and completes in one step.
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
  /** The status afterwards, or what else was noted. */
  event: string
  actorId: string | null
  details: {
    by?: string
    rule?: string
    /** When what the passenger said is paid. */
    postsAt?: string
  }
}

/** What a stored event of a booking is called here; undefined for one that says nothing new. */
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
