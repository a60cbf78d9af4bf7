/** Days that a copy of a person's data can be downloaded. */
export const EXPORT_DAYS = 7
/** Days in which the closing of an account can be taken back. */
export const GRACE_DAYS = 15
/** Days before the end on which the person is reminded. */
export const REMIND_DAYS = 3
