/**
 * Times and limits of a booking that the server decides by and the screens say. Apart from the
 * routes, so that the browser does not download the schema library for a number.
 * What each of them means is in docs/product.md.
 */

/** The driver answers a request within so many hours, or by the pick-up. */
export const ANSWER_HOURS = 3

/** A ticket boards from so long before the pick-up until so long after the drop-off. */
export const BOARDING_OPENS_HOURS = 2
export const BOARDING_CLOSES_HOURS = 24

/**
 * The passenger may say "Ya voy a bordo" from so long before the pick-up, or once the driver
 * recorded the arrival; it is paid so long after it was said, and can be undone until then.
 */
export const ABOARD_AHEAD_MINUTES = 15
export const ABOARD_UNDO_MINUTES = 10

/** The driver waits so long before saying that nobody came. */
export const NO_SHOW_AFTER_MINUTES = 15
/** A driver later than this may be left at no cost. */
export const LATE_AFTER_MINUTES = 30
/** The passenger may contradict the driver's word so long. */
export const DISPUTE_HOURS = 24

/** Cancelling costs nothing so long before the pick-up, or so soon after booking; else half. */
export const FULL_REFUND_AHEAD_HOURS = 24
export const SECOND_THOUGHTS_MINUTES = 30

/**
 * How often a passenger returns seats of one trip by their own choice; from then on it costs as a
 * late cancellation, whatever its hour: else one person keeps a car empty for nothing.
 */
export const FREE_RETURNS = 2

/** Seats in `directo` cost the passenger nothing until the journey, so only so many are kept. */
export const DIRECT_OPEN_MAX = 6

/** A passenger whose trip was moved by so much in all may leave at no cost. */
export const MOVED_FAR_MINUTES = 15
/** With bookings, a trip leaves at least so much later than its change, at both hours. */
export const MOVE_NOTICE_HOURS = 2
/** Further from what a passenger agreed to it would be another trip. */
export const MOVE_FARTHEST_HOURS = 48
/** Moves by so much in all, made on the last day, are on the driver's public record. */
export const MARKED_MOVE_HOURS = 2
export const MARKED_MOVE_LAST_HOURS = 24

/** Seats are kept so long for somebody who lacks the money, and so long once they pay. */
export const KEEP_MINUTES = 5
export const KEEP_LONGEST_MINUTES = 20
