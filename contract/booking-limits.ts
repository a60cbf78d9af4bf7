/** Times and limits of a booking (docs/product.md); apart from the routes, see limits.ts. */

/** Hours for the driver to answer a request, counted between these hours of the day in Bogotá. */
export const ANSWER_HOURS = 3
export const ANSWER_FROM_HOUR = 7
export const ANSWER_TO_HOUR = 21
/** A request ends this long before the pick-up; one asked later waits until the last minutes. */
export const ANSWER_AHEAD_HOURS = 2
export const ANSWER_LAST_MINUTES = 30

/**
 * A ticket is valid from these hours before the pick-up to these hours after the drop-off. The
 * driver can start the trip as soon as the tickets of its first stop are valid.
 */
export const BOARDING_OPENS_HOURS = 2
export const BOARDING_CLOSES_HOURS = 24

/** "Ya voy a bordo" opens before the pick-up, or when the arrival is recorded. */
export const ABOARD_AHEAD_MINUTES = 15
export const ABOARD_UNDO_MINUTES = 10

/** Minutes that the driver waits before declaring that the passenger did not come. */
export const NO_SHOW_AFTER_MINUTES = 15
/** Minutes that the second driver waits for a passenger who changes cars. */
export const CHANGE_WAIT_MINUTES = 10
/** Minutes of delay after which the passenger can cancel at no cost. */
export const LATE_AFTER_MINUTES = 30
/** Tries per trip to register a passenger by name and document, and passengers so registered. */
export const NAME_TRIES = 5
export const NAME_BOARDINGS = 2
/** Hours for the passenger to dispute the driver's no-show claim. */
export const DISPUTE_HOURS = 24

/**
 * Hours before departure from which both see the telephone of the other, on the day of travel in
 * any case: a trip that leaves before dawn is prepared the evening before.
 */
export const PHONES_AHEAD_HOURS = 12

/** Cancelling is free this long before the pick-up or soon after booking; else it costs half. */
export const FULL_REFUND_AHEAD_HOURS = 24
export const SECOND_THOUGHTS_MINUTES = 30

/**
 * Free voluntary cancellations of one passenger on one trip. Later ones cost as a late cancellation
 * at any hour; otherwise one person could keep a car empty at no cost.
 */
export const FREE_RETURNS = 2

/** Open `directo` bookings of one passenger: limited because they cost nothing in advance. */
export const DIRECT_OPEN_MAX = 6

/** Total shift of the departure, in minutes, after which a passenger can cancel at no cost. */
export const MOVED_FAR_MINUTES = 15
/** With bookings, the old and the new departure must both be at least these hours away. */
export const MOVE_NOTICE_HOURS = 2
/** Hours between the booked departure and a new one; beyond, it is another trip. */
export const MOVE_FARTHEST_HOURS = 48
/** Total shift on the last day, in hours, that appears on the driver's public record. */
export const MARKED_MOVE_HOURS = 2
export const MARKED_MOVE_LAST_HOURS = 24

/** Least minutes between two cars of one ticket; with fewer leaving both costs nothing. */
export const CHANGE_LEAST_MINUTES = 30
/**
 * Hours before the second pick-up at which its seat is released, when a moved hour leaves fewer
 * minutes and the passenger has not said that it suits.
 */
export const CHANGE_RELEASE_HOURS = 2
/** Minutes before the second pick-up from which an arrival of the first car is too late. */
export const CHANGE_RISK_MINUTES = 10
/** The second driver waits these minutes for somebody who is still in the first car. */
export const CHANGE_NO_SHOW_MINUTES = 30

/** Minutes that seats are kept for a person without enough balance, and after they start to pay. */
export const KEEP_MINUTES = 5
export const KEEP_LONGEST_MINUTES = 20

/** Days for which past and cancelled trips stay in a person's calendar. */
export const CALENDAR_PAST_DAYS = 30

/** Trips of a person's calendar, as passenger and as driver each. */
export const CALENDAR_EVENTS_MAX = 200

/** Minutes for which another car is kept after a driver failed. */
export const RESCUE_KEEP_MINUTES = 20
