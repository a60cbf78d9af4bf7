// Limits above which driving looks like paid transport: one dated policy. A rule only opens a case
// for the team; no rule sanctions a person by itself.

/**
 * In force from 2026-11-22. Paid transport of passengers without a permit is an infringement (Ley
 * 336 de 1996), and a shared trip is one that its driver makes anyway. Publishing already refuses
 * trips that cannot be driven in their time, and more than four trips a day per driver and plate.
 */
export const antiPirate = {
  since: '2026-11-22',
  /** Trips of one driver, car or browser. A commuter to another city and back makes ten. */
  tripsInWeek: 12,
  /** Drivers of one plate: fewer can be a family, this many suggest a fleet. */
  driversOfPlate: 3,
  driversOfPlateDays: 30,
  /** Driving minutes in one day: private drivers stay below. */
  drivingMinutesInDay: 14 * 60,
  /** Percent of the cost. The price ceiling keeps a trip with each seat sold once below 100. */
  earningsPercent: 100,
  /** Number of trips above `earningsPercent` within `earningsDays` that opens a case. */
  earningsTrips: 5,
  earningsDays: 30,
  /** Times that a driver fails one passenger in these days; the fund pays each dearer car. */
  failures: 2,
  failureDays: 90,
} as const

export type Signal =
  | 'frequency'
  | 'plate_frequency'
  | 'device_frequency'
  | 'shared_plate'
  | 'long_day'
  | 'earnings'
  | 'fails_again'
