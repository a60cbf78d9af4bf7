/** Days in which a person can download the copy of their data. */
export const EXPORT_DAYS = 7
/** Days in which a person can undo the closing of an account. */
export const GRACE_DAYS = 15
/** Days before the final deletion at which the person is reminded. */
export const REMIND_DAYS = 3
