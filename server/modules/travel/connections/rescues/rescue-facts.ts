import { findPeople } from '#server/modules/people/users/index.ts'
import { findTripsFacts, placeAt, type TripPlace } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { meetingPoints } from './meeting-points.ts'
import type { Car } from './rescue.ts'
import type { RescueFacts } from './rescues.messages.ts'
import type { Failed } from './rescues.queries.ts'

/** Facts of the messages about a failed booking and the car that is kept instead. */
export async function rescueFacts(
  reader: Reader,
  failed: Failed,
  car: Car | null,
  now: Date,
): Promise<RescueFacts> {
  const parts = car?.parts ?? []
  const ids = [failed.tripId, ...parts.map(({ tripId }) => tripId)]
  const trips = await findTripsFacts(reader, ids)
  const drivers = parts.map(({ tripId }) => trips.get(tripId)?.driverId ?? '')
  const people = await findPeople(reader, [failed.driverId, ...drivers])
  const lost = trips.get(failed.tripId)
  assert(lost, 'the trip that failed')
  const nameOf = (placeId: string) =>
    lost.places.find((place: TripPlace) => place.placeId === placeId)?.name ?? ''
  const [first, last] = [parts[0], parts.at(-1)]
  const end = last && trips.get(last.tripId)
  const points = await meetingPoints(reader, { cars: car ? [car] : [], trips, now })
  return {
    path: `/bookings/${failed.bookingId}/otro-carro`,
    from: nameOf(failed.fromPlace),
    to: last && end ? placeAt(end, last.toSeq).name : nameOf(failed.toPlace),
    at: failed.picksUpAt.toISOString(),
    driver: people.get(failed.driverId)?.name ?? '',
    newAt: first?.departsAt ?? null,
    newPoint: (first && points.get(first)) ?? null,
    newDrivers: drivers.map((id) => people.get(id)?.name ?? ''),
    pesos: car?.price ?? 0,
    farePesos: failed.farePesos,
    byWallet: failed.paymentMode === 'billetera',
    until: null,
    more: 0,
    isChanged: false,
    isAgreed: car?.agreed === true,
    seats: failed.seats,
  }
}
