/** Characters of the reason of an action of the team, which the audit keeps. */
export const ACTION_REASON_MIN = 10
export const ACTION_REASON_MAX = 500

/** Characters of a message of the team to people. */
export const DESK_MESSAGE_MIN = 10
export const DESK_MESSAGE_MAX = 1_000

/** Characters of a message of the team to everybody of a trip, and minutes between two of them. */
export const ROAD_MESSAGE_MIN = 5
export const ROAD_MESSAGE_MAX = 500
export const ROAD_MESSAGE_MINUTES = 5

/** Characters of an internal note. */
export const DESK_NOTE_MIN = 10
export const DESK_NOTE_MAX = 1_000

/** Years for which an internal note is kept; it ends earlier with the person's account. */
export const DESK_NOTE_YEARS = 2

/** Pesos that two people of the team can credit to one person in a calendar month (Bogotá). */
export const CREDIT_MONTH_MAX = 200_000

/** Pesos up to which one person of finance signs what the guarantee fund pays. */
export const FUND_ALONE_MAX = 40_000
/** Most pesos of aid to who was left on the way. */
export const FUND_AID_MAX = 40_000
