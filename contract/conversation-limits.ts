// Limits of conversations for server and web; kept apart from the schema library.

/** Characters of one message. */
export const MESSAGE_LENGTH_MAX = 1_000

export const MESSAGES_PER_PAGE = 30

export const CONVERSATIONS_PER_PAGE = 30

/** Days after the drop-off in which both people can write, for example about lost things. */
export const CHAT_AFTER_TRIP_DAYS = 7

/** Hours in which both people can write after a booking ended without a journey. */
export const CHAT_AFTER_CANCEL_HOURS = 48

/** Days after the trip at which messages are deleted. */
export const MESSAGES_KEPT_DAYS = 180

/** Hours for which a shared position is shown. */
export const POSITION_SHOWN_HOURS = 24

/** Messages that a person without a booking can send before the driver answers. */
export const UNANSWERED_MAX = 5
