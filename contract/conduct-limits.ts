/** Hours for a person to give their version before an expulsion can be confirmed. */
export const HEARING_HOURS = 24
/** Hours for the team to decide about a pause; an alarm is raised afterwards. */
export const PAUSE_DECIDED_HOURS = 48
