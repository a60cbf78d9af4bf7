// What a travelled booking earns. Pure: no clock and no database.
import { avoidedBy } from '#server/domains/travel/impact/impact.public.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { policyOn, type RewardPolicy } from './policy.ts'

/** A booking, with the kilometres of all its seats. */
export type TravelledBooking = {
  bookingId: string
  tripId: string
  status: string
  passengerId: string
  driverId: string
  seats: number
  km: number
  picksUpAt: Date
  /** When it was closed, or else the planned drop-off. */
  endedAt: Date
  /** By a scanned ticket, its code, or the passenger's word. */
  isWitnessed: boolean
  /** A dispute that nobody has decided yet. */
  isDisputed: boolean
}

export type DuePoints = { userId: string; points: number }

/**
 * Points of passenger and driver under the policy of the day of the trip, in the order of their
 * ids; none before the first policy, or when nobody witnessed the boarding.
 */
export function pointsDue(
  booking: Omit<TravelledBooking, 'bookingId' | 'tripId' | 'status' | 'endedAt' | 'isDisputed'>,
  policy: RewardPolicy | undefined = policyOn(bogotaDate(booking.picksUpAt)),
): DuePoints[] {
  if (!policy || !booking.isWitnessed) return []
  const { passengerTrip, driverTrip, perKgCo2 } = policy.points
  const forCo2 = Math.floor(avoidedBy(booking).co2Kg) * perKgCo2
  const due = [
    { userId: booking.passengerId, points: passengerTrip + forCo2 },
    { userId: booking.driverId, points: driverTrip + forCo2 },
  ]
  // The ledger's accounts are locked in one order.
  return due.filter(({ points }) => points > 0).sort((a, b) => (a.userId < b.userId ? -1 : 1))
}
