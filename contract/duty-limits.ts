/** Numbers of the roster that server and screens share. Apart from the routes: see limits.ts. */

/** The roster should cover every hour of so many days. */
export const ROSTER_DAYS = 14
/** Hours of one shift. */
export const SHIFT_HOURS_MAX = 24
/** How often one shift is repeated, every day or every week. */
export const SHIFT_TIMES_MAX = 60
/** How far ahead a shift may lie, days. */
export const SHIFT_AHEAD_DAYS = 400
/** A drill that nobody answers ends by itself, minutes. */
export const DRILL_MINUTES = 15
/** How often screens of the team ask for open alarms, besides the live events. */
export const ALARM_POLL_SECONDS = 15
/** When people are called who were not on duty, minutes after an alarm was raised. */
export const NEXT_AFTER_MINUTES = 2
export const EVERYBODY_AFTER_MINUTES = 5
