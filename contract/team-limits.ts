/** Length of the reason for what an admin does to the access of a colleague. */
export const STAFF_REASON_MIN = 10
export const STAFF_REASON_MAX = 500

/** How long an invitation to the team works. */
export const INVITATION_DAYS = 7
