import type { LostTerm } from '#contract/connections-rescues.ts'
import { findTripsFacts, lostTerms, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Car } from './rescue.ts'
import { listLostTrips } from './rescues.queries.ts'

/** Lists what the trips of a failed booking all offered and this car does not. */
export async function termsLostIn(
  reader: Reader,
  bookingId: string,
  { parts }: Pick<Car, 'parts'>,
): Promise<LostTerm[]> {
  const lost = await listLostTrips(reader, bookingId)
  const ids = parts.map(({ tripId }) => tripId)
  return termsLost(await findTripsFacts(reader, [...lost, ...ids]), lost, ids)
}

/** Lists what all of these lost trips offered and one of the others does not. */
export function termsLost(
  trips: ReadonlyMap<string, TripFacts>,
  lost: readonly string[],
  others: readonly string[],
): LostTerm[] {
  const termsOf = (id: string) => trips.get(id)?.preferences ?? []
  const offered = others.flatMap(termsOf)
  const [first = [], ...more] = lost.flatMap(termsOf).map((each) => lostTerms(each, offered))
  return first.filter((term) => more.every((terms) => terms.includes(term)))
}
