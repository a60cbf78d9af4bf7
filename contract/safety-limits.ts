/** Limits of the safety tools that screens show too, apart from the routes: see limits.ts. */

/** Active links with which one person shares one trip. */
export const SHARES_MAX = 10
/** Minutes that a shared trip stays visible after the person's word or position at the end. */
export const SHARE_AFTER_ARRIVAL_MINUTES = 15
/** Hours that it stays visible after the expected arrival without the person's word. */
export const SHARE_AFTER_PLAN_HOURS = 3
/** Seconds between two requests of the page that shows a shared trip. */
export const FOLLOW_SECONDS = 10
/** Minutes after which a position is shown as old. */
export const POSITION_OLD_MINUTES = 5

/** The team looks at an incident within this time, at any hour. */
export const INCIDENT_HOURS = 2
export const INCIDENT_TEXT_MAX = 1_000
export const INCIDENT_NOTE_MIN = 5
