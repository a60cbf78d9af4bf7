/** Numbers of the safety tools that the screens say too. Apart from the routes: see limits.ts. */

/** Links with which one person shares one trip, at once. */
export const SHARES_MAX = 10
/** A shared trip is shown so long after its arrival. */
export const SHARE_AFTER_ARRIVAL_MINUTES = 15
/** Where nobody records the arrival, it is shown so long after the planned one. */
export const SHARE_AFTER_PLAN_HOURS = 3
/** How often the page of a shared trip asks again. */
export const FOLLOW_SECONDS = 10
/** A position older than this is said to be old. */
export const POSITION_OLD_MINUTES = 5

/** The team looks at an incident within this time, at any hour. */
export const INCIDENT_HOURS = 2
export const INCIDENT_TEXT_MAX = 1_000
export const INCIDENT_NOTE_MIN = 5
