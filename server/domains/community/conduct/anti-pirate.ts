// When driving looks like paid transport. One dated policy. A rule only puts a case before the
// team: nobody is sanctioned by a number.

/**
 * In force from 2026-11-22. Paid transport of passengers without a permit is an infringement
 * (Ley 336 de 1996), and a shared trip is one that its driver makes anyway. What is impossible to
 * drive, and more than four trips a day per driver and plate, is refused when publishing.
 */
export const antiPirate = {
  since: '2026-11-22',
  /**
   * Of one driver, of one car with several drivers, or of several drivers with one browser.
   * Somebody who commutes between two cities and back every working day makes ten.
   */
  tripsInWeek: 12,
  /** A car is shared by a family; by more drivers it is a fleet. */
  driversOfPlate: 3,
  driversOfPlateDays: 30,
  /** At the wheel in one day: beyond it nobody drives for themselves. Minutes. */
  drivingMinutesInDay: 14 * 60,
  /** Fares of a trip as percent of its cost. The ceiling of a seat keeps one sale of it below. */
  earningsPercent: 100,
  /** On so many trips of the last `earningsDays`. */
  earningsTrips: 5,
  earningsDays: 30,
} as const

export type Signal =
  | 'frequency'
  | 'plate_frequency'
  | 'device_frequency'
  | 'shared_plate'
  | 'long_day'
  | 'earnings'
