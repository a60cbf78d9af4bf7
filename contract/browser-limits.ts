/** Errors that one page view reports at most. */
export const PAGE_ERRORS_MAX = 10

/** Characters of a message of an error. */
export const ERROR_MESSAGE_MAX = 200

/** Bytes of a report. */
export const BROWSER_REPORT_MAX_BYTES = 8_192

/** Days that the desk shows. */
export const BROWSER_REPORT_DAYS = 7
