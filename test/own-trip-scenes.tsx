import type { BookingView } from '#contract/booking-view.ts'
import type { TripView } from '#contract/trips.ts'
import { OwnHead } from '#web/features/trips/own/own-head.tsx'
import { moneyOf } from '#web/features/trips/own/trip-money.ts'

/** The heads of a driver's trip that speak of money. */
export function ownHeads(bookings: readonly BookingView[], trip: TripView) {
  const own = { state: 'to_leave' as const, finishedAt: null, seatEarns: 55_800 }
  const facts = { route: 'Girardot → Cali', requests: [], run: null, now: new Date() }
  return (['confirmed', 'arrived', 'cancelled'] as const).map((moment) => (
    <OwnHead
      key={moment}
      {...{ ...facts, moment, money: moneyOf(bookings) }}
      trip={{ ...trip, stops: trip.corridor, own }}
    />
  ))
}
