import { listSharedSigns, type SharedSign } from '#server/modules/people/access/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Booking } from './booking.ts'

/** A sign that passenger and driver are the same person. */
export type SelfTripSign = SharedSign | 'same_plate'

/** Lists data that the two accounts share, and whether the passenger registered the car too. */
export async function listSelfTripSigns(
  db: Reader,
  { tripId, passengerId, driverId }: Pick<Booking, 'tripId' | 'passengerId' | 'driverId'>,
): Promise<SelfTripSign[]> {
  const shared = await listSharedSigns(db, passengerId, driverId)
  const isSameCar = await run.value<{ plate: boolean }>(db, false)`
    select exists (
      select from trips t join vehicles car on car.id = t.vehicle_id
      join vehicles own on own.plate = car.plate and own.owner_id = ${passengerId}
      where t.id = ${tripId}) as plate`
  return isSameCar ? [...shared, 'same_plate'] : shared
}
