// Assumptions of docs/scaling.md about active people.

/** Numbers per active person and month. A person is active in a month with at least one visit. */
export const HABITS = {
  searches: 12,
  bookings: 1.2,
  /** Trips published: one person in eight drives, twice a month. */
  trips: 0.25,
  /** Top-up, hold, posting of the hold, commission. */
  transfersPerBooking: 4,
  messagesPerBooking: 6,
  /** Part of a month's calls in its busiest hour, a Friday evening: six times the average. */
  peakHourShare: 0.008,
  /** Part of the active people with an open screen in the busiest hour. */
  openScreens: 0.01,
  /** Accounts per active person; most people are not active in a given month. */
  accounts: 4,
  /** Days in advance for which trips are published. */
  daysAhead: 30,
  /** Years for which movements stay in the database. */
  yearsOfLedger: 10,
}

export type Demand = {
  searchesPerSecond: number
  bookingsPerSecond: number
  upcomingTrips: number
  transfersPerMonth: number
  transfersKept: number
  accounts: number
  openScreens: number
}

/** Returns the load of this number of active people; rates are those of the busiest hour. */
export function demandOf(active: number): Demand {
  const peak = (perMonth: number) => (active * perMonth * HABITS.peakHourShare) / 3_600
  const transfersPerMonth = active * HABITS.bookings * HABITS.transfersPerBooking
  return {
    searchesPerSecond: peak(HABITS.searches),
    bookingsPerSecond: peak(HABITS.bookings),
    upcomingTrips: (active * HABITS.trips * HABITS.daysAhead) / 30,
    transfersPerMonth,
    transfersKept: transfersPerMonth * 12 * HABITS.yearsOfLedger,
    accounts: active * HABITS.accounts,
    openScreens: active * HABITS.openScreens,
  }
}
