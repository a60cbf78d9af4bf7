/** Limits of support that server and screens share. */

/** Office hours within which the team answers a ticket. */
export const ANSWER_OFFICE_HOURS = 48
/** Hours, at any time of day, within which the team answers a safety ticket. */
export const SAFETY_ANSWER_HOURS = 2
/** Hours before a departure until which an answer about its trip is promised. */
export const ANSWER_AHEAD_HOURS = 2

export const TICKET_TEXT_MIN = 10
export const TICKET_TEXT_MAX = 4_000
export const GUEST_NAME_MAX = 80
export const RATING_COMMENT_MAX = 1_000
/** Maximum photos of one message, and of one ticket. */
export const MESSAGE_PHOTOS = 3
export const TICKET_PHOTOS = 20
/** Photos of a person without an account: on one ticket, and from one IP address per day. */
export const GUEST_TICKET_PHOTOS = 6
export const GUEST_PHOTOS_A_DAY = 10
/** Photos per day of all people without an account together: about 100 MB. */
export const ALL_GUEST_PHOTOS_A_DAY = 300
/** Characters of the note with which a ticket is handed to a colleague. */
export const HANDOVER_NOTE_MAX = 1_000
/** Days that a message without an account waits until its e-mail address is confirmed. */
export const CONFIRM_DAYS = 7
