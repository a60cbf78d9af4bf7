/** Limits of the duty roster, for server and screens; apart from the routes, see limits.ts. */

/** Days ahead for which the roster should cover every hour. */
export const ROSTER_DAYS = 14
/** Hours of one shift. */
export const SHIFT_HOURS_MAX = 24
/** Number of times that one shift can be repeated, daily or weekly. */
export const SHIFT_TIMES_MAX = 60
/** Days ahead for which a shift can be entered. */
export const SHIFT_AHEAD_DAYS = 400
/** Minutes after which a drill without an answer ends. */
export const DRILL_MINUTES = 15
/** Seconds between two polls of the team's screens for open alarms, besides the live events. */
export const ALARM_POLL_SECONDS = 15
/** Minutes after an alarm at which people off duty are called too. */
export const NEXT_AFTER_MINUTES = 2
export const EVERYBODY_AFTER_MINUTES = 5
