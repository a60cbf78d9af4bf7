/** A person has so long to give their version before an expulsion can be confirmed. */
export const HEARING_HOURS = 24
/** The team decides about a pause in so long; later an alarm is raised. */
export const PAUSE_DECIDED_HOURS = 48
