/**
 * Limits that the screens show before sending. They are kept apart from the routes, so that the
 * browser does not download the schema library for a number.
 */

/** Minimum of one top-up: spec-coverage §9. */
export const TOPUP_MIN_PESOS = 10_000
/** Our own limit: maximum of one top-up. */
export const TOPUP_MAX_PESOS = 5_000_000
export const TOPUP_QUICK_PESOS = [10_000, 20_000, 50_000, 100_000] as const

/** Default commission of Cupo, hundredths of a percent; the operator can set another. */
export const COMMISSION_BP = 1_000

/** Balance with which a driver may offer direct payment; the terms name it. */
export const PUBLISH_MIN_PESOS = 10_000

/** Size limit of an uploaded profile photo; the stored photo is far smaller. */
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024

/** Characters of the team's reason for discarding an undeliverable message. */
export const DISCARD_REASON_MIN = 5
export const DISCARD_REASON_MAX = 500

export const SAFE_POINT_NAME_MAX = 80

/** Size limit of a photo or PDF of a document or of an appeal; the stored picture is smaller. */
export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024

/** Characters of a passenger's claim about a booking, and of the decision about it. */
export const DISPUTE_TEXT_MIN = 10
export const DISPUTE_TEXT_MAX = 1_000

/** Cars of one person, and document photos that one person can upload per day. */
export const VEHICLES_MAX = 5
export const DOCUMENTS_PER_DAY = 40
/** Working days announced for the review of a document, until real reviews can be measured. */
export const REVIEW_TERM_DAYS = 2

/** Saved searches: active ones per person, and days ahead that they can cover. */
export const ALERTS_MAX = 10
export const ALERT_DAYS_AHEAD_MAX = 90
/** Active alerts of one person that buy, and the minutes of notice of one. */
export const LISTS_MAX = 3
export const LIST_NOTICE = { min: 30, max: 2880, usual: 180 }

/** Stops between the first and the last stop of a trip, both excluded. */
export const STOPS_BETWEEN_MAX = 6

/** Most places of the road, besides the stops, that a trip sells at once. */
export const EXTRA_STOPS_MAX = 3
/** Minutes that such a stop may add to each later arrival. */
export const EXTRA_STOP_MINUTES = 5

/** Seats of one trip, and of one booking. */
export const SEATS_MAX = 4
/** Seats that a new trip offers unless its driver changes them. */
export const SEATS_USUAL = 3

/** Seats of a car, the driver's included. */
export const VEHICLE_SEATS_MIN = 2
export const VEHICLE_SEATS_MAX = 9

/** Returns the seats that a car can offer: all except the driver's seat. */
export function seatsToOffer(vehicleSeats: number): number {
  return Math.min(SEATS_MAX, vehicleSeats - 1)
}

/** Characters of a verifier's reason. */
export const REVIEW_REASON_MIN = 5
export const REVIEW_REASON_MAX = 300
/** Seconds in which a member of the team can undo a decision; its effects come after them. */
export const UNDO_SECONDS = 30

/** Days ahead that a trip can be published. */
export const TRIP_DAYS_AHEAD_MAX = 90

/** Characters of a driver's notes about a trip. */
export const TRIP_NOTES_MAX = 500

/** Characters of a driver's reason for cancelling a trip. */
export const CANCEL_REASON_MAX = 300

/** Characters of a note of finance about a payment case. */
export const CASE_NOTE_MIN = 10
export const CASE_NOTE_MAX = 1_000

/** "Busco cupo": open requests of one person, and hours from first to last departure. */
export const RIDE_REQUESTS_MAX = 5
export const RIDE_REQUEST_WINDOW_HOURS = 48
/** Characters of a text in a report, a decision, an appeal or an answer. */
export const CONDUCT_TEXT_MIN = 10
export const CONDUCT_TEXT_MAX = 1_000
/** Photos of one report. */
export const CONDUCT_PHOTOS = 3
/** Days in which a person can appeal a sanction. */
export const APPEAL_DAYS = 15
/** Possible lengths of a suspension, in days. */
export const SUSPENSION_DAYS = [7, 30, 90] as const

/** Characters of a team member's reason for revealing personal data, and look-ups per hour. */
export const REVEAL_REASON_MIN = 10
export const REVEAL_REASON_MAX = 500
export const REVEALS_AN_HOUR = 20
/** Seconds that revealed data stay on the screen. */
export const REVEALED_SECONDS = 60
/** Maximum number of lines in a list that the team downloads. */
export const EXPORT_REASON_MIN = 10
export const EXPORT_REASON_MAX = 500
/** Rows that a list sorted by another column than its time can show: the newest ones. */
export const DESK_SORTED_ROWS = 1_000
export const DESK_FILE_LINES = 10_000
