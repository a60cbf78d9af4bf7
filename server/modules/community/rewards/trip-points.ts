// Points that a travelled booking earns. Pure: no clock and no database.
import { avoidedBy } from '#server/modules/travel/journeys/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { policyOn, type RewardPolicy } from './policy.ts'

/** Booking with the sum of kilometres over all its seats. */
export type TravelledBooking = {
  bookingId: string
  tripId: string
  status: string
  passengerId: string
  driverId: string
  seats: number
  km: number
  picksUpAt: Date
  /** Time at which the booking was closed, or else the planned drop-off. */
  endedAt: Date
  /** True after a scanned ticket, its code, or the passenger's confirmation. */
  isWitnessed: boolean
  isDisputed: boolean
  /** 2: the first part of the same journey gave the points of a trip; null: a trip of its own. */
  connectionPart: number | null
}

export type DuePoints = { userId: string; points: number }

/**
 * Computes the points of passenger and driver under the policy of the day of the trip, in order of
 * user id; none before the first policy or without a witnessed boarding.
 */
export function pointsDue(
  booking: Omit<TravelledBooking, 'bookingId' | 'tripId' | 'status' | 'endedAt' | 'isDisputed'>,
  policy: RewardPolicy | undefined = policyOn(bogotaDate(booking.picksUpAt)),
): DuePoints[] {
  if (!policy || !booking.isWitnessed) return []
  const { passengerTrip, driverTrip, perKgCo2 } = policy.points
  const forCo2 = Math.floor(avoidedBy(booking).co2Kg) * perKgCo2
  const due = [
    {
      userId: booking.passengerId,
      points: (booking.connectionPart === 2 ? 0 : passengerTrip) + forCo2,
    },
    { userId: booking.driverId, points: driverTrip + forCo2 },
  ]
  // Sorted so that ledger accounts are always locked in the same order.
  return due.filter(({ points }) => points > 0).sort((a, b) => (a.userId < b.userId ? -1 : 1))
}
