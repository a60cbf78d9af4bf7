// What active people do, as the calculation of docs/scaling.md assumes it.

/** Per person and month who uses Cupo at least once in it, unless said otherwise. */
export const HABITS = {
  searches: 12,
  bookings: 1.2,
  /** One person in eight drives, twice a month. */
  trips: 0.25,
  /** Top-up, hold, its posting, commission. */
  transfersPerBooking: 4,
  messagesPerBooking: 6,
  /** Of a month's calls, in its busiest hour: a Friday evening is six average hours. */
  peakHourShare: 0.008,
  /** Of active people, with a screen open in that hour. */
  openScreens: 0.01,
  /** Accounts for each active person, since most accounts rest. */
  accounts: 4,
  /** Trips of this many days are ahead at any time. */
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

/** What so many people active in a month ask of the machines; rates in the busiest hour. */
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
