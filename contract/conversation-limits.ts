// Numbers of conversations, for server and web; without a schema library.

/** Characters of one message. */
export const MESSAGE_LENGTH_MAX = 1_000

/** Messages of one page. */
export const MESSAGES_PER_PAGE = 30

/** Conversations of one page. */
export const CONVERSATIONS_PER_PAGE = 30

/** Days after the drop-off in which both may still write, for what was left in the car. */
export const CHAT_AFTER_TRIP_DAYS = 7

/** Hours after a booking ended without a journey in which both may still write. */
export const CHAT_AFTER_CANCEL_HOURS = 48

/** Messages are deleted so long after the trip. */
export const MESSAGES_KEPT_DAYS = 180

/** A shared position is shown so long. */
export const POSITION_SHOWN_HOURS = 24

/** Messages of somebody without a booking until the driver answers. */
export const UNANSWERED_MAX = 5
