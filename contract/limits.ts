/**
 * Limits that the screens say before sending. Apart from the routes, so that the browser does not
 * download the schema library for a number.
 */

/** spec-coverage §9. */
export const TOPUP_MIN_PESOS = 10_000
/** Our own limit: maximum of one top-up. */
export const TOPUP_MAX_PESOS = 5_000_000
export const TOPUP_QUICK_PESOS = [10_000, 20_000, 50_000, 100_000] as const

/** Cupo's share of a fare, hundredths of a percent, unless the operator sets another. */
export const COMMISSION_BP = 1_000

/** Profile photo as uploaded; what is kept is far smaller. */
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024

/** Why the team gives up a message that could not be delivered. */
export const DISCARD_REASON_MIN = 5
export const DISCARD_REASON_MAX = 500

export const SAFE_POINT_NAME_MAX = 80

export const DOCUMENT_MAX_BYTES = 8 * 1024 * 1024

/** What a passenger says about a booking, and what the person who decides answers. */
export const DISPUTE_TEXT_MIN = 10
export const DISPUTE_TEXT_MAX = 1_000

/** Cars of one person, and photos of documents that one person may upload in a day. */
export const VEHICLES_MAX = 5
export const DOCUMENTS_PER_DAY = 40
/** Until when a document is reviewed, working days: said until there are reviews to measure. */
export const REVIEW_TERM_DAYS = 2

/** Saved searches: how many at once, and how far ahead they may look. */
export const ALERTS_MAX = 10
export const ALERT_DAYS_AHEAD_MAX = 90

/** Two ends and so many stops between them. */
export const STOPS_BETWEEN_MAX = 6

/** Seats of one trip, and of one booking. */
export const SEATS_MAX = 4

/** Seats of a car, the driver's included. */
export const VEHICLE_SEATS_MIN = 2
export const VEHICLE_SEATS_MAX = 9

/** Seats that a car may offer: all but the driver's. */
export function seatsToOffer(vehicleSeats: number): number {
  return Math.min(SEATS_MAX, vehicleSeats - 1)
}

/** Characters of the reason that a verifier gives. */
export const REVIEW_REASON_MIN = 5
export const REVIEW_REASON_MAX = 300

/** How far ahead a trip may be published. */
export const TRIP_DAYS_AHEAD_MAX = 90

/** Characters that a driver may write about a trip. */
export const TRIP_NOTES_MAX = 500

/** Characters of the reason that a driver gives for cancelling a trip. */
export const CANCEL_REASON_MAX = 300

/** What finance writes about a case of a payment. */
export const CASE_NOTE_MIN = 10
export const CASE_NOTE_MAX = 1_000

/** "Busco cupo": requests of one person at once, and hours from the first to the last departure. */
export const RIDE_REQUESTS_MAX = 5
export const RIDE_REQUEST_WINDOW_HOURS = 48
/** Letters of an explanation, by whoever reports, decides, appeals or answers. */
export const CONDUCT_TEXT_MIN = 10
export const CONDUCT_TEXT_MAX = 1_000
/** Photos of one report. */
export const CONDUCT_PHOTOS = 3
/** Days in which a sanction may be appealed. */
export const APPEAL_DAYS = 15
/** Days that a suspension may last. */
export const SUSPENSION_DAYS = [7, 30, 90] as const

/** Characters of why somebody of the team looks at a whole datum, and how often in an hour. */
export const REVEAL_REASON_MIN = 10
export const REVEAL_REASON_MAX = 500
export const REVEALS_AN_HOUR = 20
/** How long it is on the screen. */
export const REVEALED_SECONDS = 60
/** Lines of a list that the team downloads. */
export const DESK_FILE_LINES = 10_000
