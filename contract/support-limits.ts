/** Numbers of support that server and screens share. */

/** Hours of the office in Bogotá by day of the week, Monday 1 to Sunday 7; never on holidays. */
export const OFFICE_HOURS: Readonly<Record<number, readonly [from: number, to: number]>> = {
  1: [8, 20],
  2: [8, 20],
  3: [8, 20],
  4: [8, 20],
  5: [8, 20],
  6: [9, 17],
  7: [10, 14],
}
/** Hours of the office within which the team answers. */
export const ANSWER_OFFICE_HOURS = 48
/** Hours within which it answers about safety, at any time. */
export const SAFETY_ANSWER_HOURS = 2

export const TICKET_TEXT_MIN = 10
export const TICKET_TEXT_MAX = 4_000
export const GUEST_NAME_MAX = 80
export const RATING_COMMENT_MAX = 1_000
/** Photos of one message, and of one ticket. */
export const MESSAGE_PHOTOS = 3
export const TICKET_PHOTOS = 20
/** Photos that somebody without an account adds to one ticket, and from one address in a day. */
export const GUEST_TICKET_PHOTOS = 6
export const GUEST_PHOTOS_A_DAY = 10
/** Photos a day of everybody without an account together: about 100 MB. */
export const ALL_GUEST_PHOTOS_A_DAY = 300
/** Characters of what a colleague is told with a ticket that is handed to them. */
export const HANDOVER_NOTE_MAX = 1_000
/** Days that a message from outside waits for its mail to be answered. */
export const CONFIRM_DAYS = 7
