/** Characters of an admin's reason for changing a colleague's access. */
export const STAFF_REASON_MIN = 10
export const STAFF_REASON_MAX = 500

/** Days that an invitation to the team is valid. */
export const INVITATION_DAYS = 7
