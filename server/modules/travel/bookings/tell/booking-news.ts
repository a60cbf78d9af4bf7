// What follows each event of a booking: the messages to passenger and driver, and the other work of
// the job `bookings.tell`. docs/booking-states.md shows the messages beside each transition.
import type { Message } from '#server/platform/message.ts'
import type { Booking, BookingEvent, Party } from '../booking.ts'
import { bookingStates, stateOf } from '../booking-states.ts'
import type { Transition } from '../booking-transitions.ts'
import type { BookingFacts } from './booking-words.ts'
import * as tell from './bookings.messages.ts'
import * as connection from './tell.messages.ts'

export type BookingNews = keyof typeof bookingNews

/**
 * Name of the message to one side, or the reason why that side gets none. When `message` is
 * missing, the message needs facts of its own, and the use case that has them sends it.
 */
export type Told = { name: string; message?: Message<BookingFacts> } | { untold: string }

type Effect =
  /** Nobody's reputation changes; after all other news it is computed again for both. */
  | 'same_reputation'
  /** The evening before the pick-up is known, or another one: the meeting point is reminded of. */
  | 'remind'
  /** The seats are free: people who wait for one are told. */
  | 'free'
  /** The passenger's trusted contacts are told. */
  | 'contacts'
  /** The journey has ended: points are settled. */
  | 'points'
  /** Both sides are asked to rate each other, from the drop-off on. */
  | 'rate'
  /** The stored amounts are the part of the fare that was kept, from which the driver earns. */
  | 'kept'

type News = Record<Party, Told> & { effects: readonly Effect[] }

const untold = (why: string): Told => ({ untold: why })
const OWN_ACT = untold('did it, and the screen answered')

/** A side is told by a message, by the message of this name that another use case sends, or not. */
type Side = Message<BookingFacts> | string | Told

function news(passenger: Side, driver: Side, ...effects: Effect[]): News {
  return { passenger: toldBy(passenger), driver: toldBy(driver), effects }
}

function toldBy(side: Side): Told {
  if (typeof side === 'string') return { name: side }
  return 'words' in side ? { name: side.name, message: side } : side
}

export const bookingNews = {
  requested: news(tell.requestSent, tell.requestReceived, 'same_reputation'),
  booked: news(tell.bookingConfirmed, tell.seatBooked, 'same_reputation', 'remind'),
  accepted: news(tell.requestAccepted, OWN_ACT, 'remind'),
  rejected: news(tell.requestRejected, OWN_ACT, 'free'),
  expired: news(tell.requestExpired, tell.requestMissed, 'free'),
  segment_changed: news(tell.segmentChanged, tell.passengerMoved, 'remind'),
  seats_returned: news(
    tell.seatsReturned,
    tell.passengerReturned,
    ...(['same_reputation', 'free', 'kept'] as const),
  ),
  cancelled_by_passenger: news(tell.bookingCancelled, tell.passengerCancelled, 'free', 'kept'),
  cancelled_by_driver: news(tell.driverCancelled, tell.driverCancelledCopy, 'free'),
  trip_cancelled: news(tell.tripCancelled, OWN_ACT),
  aboard_said: news(OWN_ACT, tell.aboardSaid, 'same_reputation'),
  aboard_undone: news(OWN_ACT, tell.aboardUndone, 'same_reputation'),
  boarded: news(tell.boarded, tell.fareReceived, 'contacts', 'rate'),
  boarded_by_name: news(tell.boardedByName, tell.fareReceived, 'contacts', 'rate'),
  boarded_by_time: news(tell.assumedAboard, tell.fareReceived, 'points', 'rate'),
  arrived: news(untold('they have just left the car; nothing changes for them'), OWN_ACT),
  completed: news(
    untold('told when they boarded, which is when they paid'),
    untold('told when the fare arrived'),
    'points',
    'rate',
  ),
  no_show_claimed: news(tell.noShowClaimed.name, OWN_ACT),
  no_show_closed: news(tell.noShowCharged, tell.noShowPaid, 'kept'),
  no_show_disputed: news('dispute_received', 'no_show_disputed'),
  driver_absent: news('dispute_received', 'objection_opened'),
  change_objected: news('dispute_received', 'change_objected'),
  change_missed: news(OWN_ACT, connection.changeMissed, 'same_reputation'),
  change_kept: news(OWN_ACT, connection.changeKept, 'same_reputation'),
  connection_broken: news(
    connection.otherCarFailed,
    connection.passengerMayLeave,
    'same_reputation',
  ),
  connection_released: news(connection.partReleased, connection.passengerReleased, 'free'),
  boarding_denied: news('dispute_received', 'check_in_denied', 'contacts'),
  decided: news('dispute_resolved', 'dispute_resolved', 'rate'),
  trip_moved: news('trip_changed', OWN_ACT, 'same_reputation', 'remind'),
  meeting_changed: news(tell.meetingChanged.name, tell.meetingChanged.name, 'same_reputation'),
} satisfies Record<string, News>

export function hasEffect(news: BookingNews, effect: Effect): boolean {
  return bookingNews[news].effects.includes(effect)
}

/** Whether the seats of the booking are taken: it has not ended, or was travelled. */
export const isTaken = (booking: Booking) =>
  bookingStates[stateOf(booking, booking.picksUpAt)].seats === 'taken'

/** Whether what the news says still holds; news that is missing here tells what was done. */
const holds: Partial<Record<BookingNews, (booking: Booking) => boolean>> = {
  requested: ({ status }) => status === 'requested',
  booked: isTaken,
  accepted: isTaken,
  segment_changed: isTaken,
  meeting_changed: isTaken,
  connection_broken: ({ status }) => status === 'confirmed',
  aboard_said: ({ status, aboardSaidAt }) => status === 'confirmed' && aboardSaidAt !== null,
  aboard_undone: ({ status, aboardSaidAt }) => status === 'confirmed' && aboardSaidAt === null,
  change_missed: ({ status, changeMissedAt }) => status === 'confirmed' && changeMissedAt !== null,
  change_kept: ({ status, changeMissedAt }) => status === 'confirmed' && changeMissedAt === null,
}

/** Whether the booking has taken the news back since, so that nobody is told of it any more. */
export function isTakenBack(news: BookingNews, booking: Booking): boolean {
  return holds[news]?.(booking) === false
}

/** Names of the messages about news that the booking has taken back. */
export function takenBackBy(booking: Booking): string[] {
  const news = (Object.keys(holds) as BookingNews[]).filter((each) => isTakenBack(each, booking))
  return news.flatMap((each) =>
    Object.values(bookingNews[each]).flatMap((told) =>
      typeof told === 'object' && 'name' in told ? [told.name] : [],
    ),
  )
}

/** News of the actions that always have the same news. */
const newsOfAction = {
  accept: 'accepted',
  reject: 'rejected',
  expire: 'expired',
  change_segment: 'segment_changed',
  return_seats: 'seats_returned',
  withdraw: 'cancelled_by_passenger',
  miss: 'change_missed',
  undo_missed: 'change_kept',
  break: 'connection_released',
  say_aboard: 'aboard_said',
  undo_aboard: 'aboard_undone',
  board: 'boarded',
  arrive: 'arrived',
  claim_no_show: 'no_show_claimed',
  close_no_show: 'no_show_closed',
  dispute: 'no_show_disputed',
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
    case 'object':
      return by === 'time' ? 'change_objected' : 'driver_absent'
    default:
      return newsOfAction[action]
  }
}

/** Maps a stored event of a booking to its news; undefined for an event that is no news. */
export function newsOfEvent(
  { event, actorId, details }: BookingEvent,
  booking: Pick<Booking, 'passengerId' | 'noShowAt' | 'deniedAt' | 'changeMissedAt'>,
): BookingNews | undefined {
  switch (event) {
    case 'confirmed':
      return actorId === booking.passengerId ? 'booked' : 'accepted'
    case 'cancelled_by_passenger':
      return details.rule === 'connection_broken' && !actorId ? 'connection_released' : event
    case 'cancelled_by_driver':
      return details.rule === 'dispute' ? 'decided' : event
    case 'checked_in':
      if (details.by === 'dispute') return 'decided'
      if (details.by === 'name') return 'boarded_by_name'
      return details.by === 'auto' ? 'boarded_by_time' : 'boarded'
    case 'no_show':
      if (details.by === 'dispute') return 'decided'
      return details.by === 'auto' ? 'no_show_closed' : 'no_show_claimed'
    case 'disputed':
      if (booking.deniedAt) return 'boarding_denied'
      if (booking.changeMissedAt) return 'change_objected'
      return booking.noShowAt ? 'no_show_disputed' : 'driver_absent'
    default:
      return isNews(event) ? event : undefined
  }
}

/** Most events have the name of their news. */
function isNews(event: string): event is BookingNews {
  return Object.hasOwn(bookingNews, event)
}
