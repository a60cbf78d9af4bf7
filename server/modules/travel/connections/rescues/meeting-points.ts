import { safePointsByIds } from '#server/modules/roads/places/index.ts'
import { findRoadPart, pointsOfTrips, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Car, OfferedPart } from './rescue.ts'

/**
 * Reads the name of the listed point where a person gets into each car: the point of its driver,
 * of the change, or of the road where it is sold at once. Parts whose point both agree on are
 * absent.
 */
export async function meetingPoints(
  reader: Reader,
  { cars, trips, now }: { cars: readonly Car[]; trips: Map<string, TripFacts>; now: Date },
): Promise<Map<OfferedPart, string>> {
  const changes = cars.flatMap(({ changePointId: id }) => id ?? [])
  const ofDrivers = await pointsOfTrips(reader, [...trips.values()])
  const ofChanges = await safePointsByIds(reader, changes)
  const ofRoad = async (part: OfferedPart) => {
    const trip = trips.get(part.tripId)
    const id = trip && (await findRoadPart(reader, trip, part, now))?.fromPointId
    return id ? (await safePointsByIds(reader, [id])).get(id) : undefined
  }
  const found = new Map<OfferedPart, string>()
  for (const { parts, changePointId } of cars) {
    for (const [no, part] of parts.entries()) {
      const changesHere = no > 0 && changePointId !== null
      const point = changesHere
        ? ofChanges.get(changePointId)
        : (ofDrivers.get(part.tripId)?.get(part.fromSeq) ?? (await ofRoad(part)))
      if (point) found.set(part, point.name)
    }
  }
  return found
}
