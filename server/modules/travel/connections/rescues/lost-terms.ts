import type { LostTerm } from '#contract/connections-rescues.ts'
import type { Preferences } from '#contract/trips.ts'
import { findBooking } from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Car } from './rescue.ts'

const LUGGAGE = ['none', 'small', 'large'] as const

/** Whether another trip lacks what the failed one offered. */
const lacking: Record<LostTerm, (lost: Preferences, other: Preferences) => boolean> = {
  luggage: (lost, other) => LUGGAGE.indexOf(other.luggage) < LUGGAGE.indexOf(lost.luggage),
  pets: (lost, other) => lost.pets && !other.pets,
  wheelchair: (lost, other) => lost.wheelchair && !other.wheelchair,
  childSeat: (lost, other) => lost.childSeat && !other.childSeat,
  noSmoking: (lost, other) => !lost.smoking && other.smoking,
  maxTwoInBack: (lost, other) => lost.maxTwoInBack && !other.maxTwoInBack,
}

/**
 * Lists what the failed trip offered and one of these others does not: the passenger may have
 * relied on it. Whom a trip takes is judged where cars are found.
 */
export function lostTerms(lost: Preferences, others: readonly Preferences[]): LostTerm[] {
  const terms = Object.keys(lacking) as LostTerm[]
  return terms.filter((term) => others.some((other) => lacking[term](lost, other)))
}

/** Lists what the trip of a failed booking offered and this car does not. */
export async function termsLostIn(
  reader: Reader,
  bookingId: string,
  { parts }: Pick<Car, 'parts'>,
): Promise<LostTerm[]> {
  const lostId = (await findBooking(reader, bookingId))?.tripId ?? ''
  const ids = parts.map(({ tripId }) => tripId)
  const trips = await findTripsFacts(reader, [lostId, ...ids])
  const lost = trips.get(lostId)
  const others = ids.flatMap((id) => trips.get(id)?.preferences ?? [])
  return lost ? lostTerms(lost.preferences, others) : []
}
