/** Maximum number of errors that one page view reports. */
export const PAGE_ERRORS_MAX = 10

/** Characters of an error message. */
export const ERROR_MESSAGE_MAX = 200

export const BROWSER_REPORT_MAX_BYTES = 8_192

/** Days of reports that the team's screen shows. */
export const BROWSER_REPORT_DAYS = 7
