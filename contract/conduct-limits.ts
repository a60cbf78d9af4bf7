/** Hours for a person to give their version before a measure can be decided or proposed. */
export const HEARING_HOURS = 48
/** The same for the driver of a dispute. */
export const DISPUTE_HEARING_HOURS = 24
/** Hours for the team to decide about a pause after the answer or its deadline; then an alarm. */
export const PAUSE_DECIDED_HOURS = 24
/** Longest suspension in days that one person decides; a longer one takes two. */
export const ALONE_SUSPENSION_DAYS = 30
