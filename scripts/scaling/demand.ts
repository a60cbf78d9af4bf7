// What docs/scaling.md assumes that active people do.

/** Per active person and month. A person is active in a month who uses Cupo at least once. */
export const HABITS = {
  searches: 12,
  bookings: 1.2,
  /** One person in eight drives, twice a month. */
  trips: 0.25,
  /** Top-up, hold, its posting, commission. */
  transfersPerBooking: 4,
  messagesPerBooking: 6,
  /** Share of a month's calls in its busiest hour, a Friday evening: six times the average. */
  peakHourShare: 0.008,
  /** Share of active people with a screen open in that hour. */
  openScreens: 0.01,
  /** Accounts for each active person; most people are not active in a given month. */
  accounts: 4,
  /** Days for which trips are published. */
  daysAhead: 30,
  /** Years of movements that stay in the database. */
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

/** What so many active people need from the machine; rates are those of the busiest hour. */
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
