/** The oldest browsers in which the app works: about two years old phones. Major versions. */
export const BASELINE = { chrome: 109, firefox: 115, safari: 16.4 }
