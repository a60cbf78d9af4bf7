import type { LostTerm } from '#contract/connections-rescues.ts'
import { findBooking } from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts, lostTerms } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Car } from './rescue.ts'

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
