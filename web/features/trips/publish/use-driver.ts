import { SEATS_MAX, seatsToOffer } from '#contract/limits.ts'
import type { OwnPhoto, VehicleView } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import type { Draft } from './publish-draft.ts'

export function useDriver() {
  return useRead([...queryKeys.vehicles(), 'with-documents'], async (signal) => {
    const [cars, papers] = await Promise.all([
      api.verification.listVehicles({ signal }),
      api.verification.listDocuments({ signal }),
    ])
    return {
      vehicles: cars.vehicles,
      identityVerified: papers.identityVerified,
      papers: papers.requirements,
      photo: papers.photo,
    }
  })
}

/**
 * The car of the draft, if it is verified, else the first verified one. A driver without one gets
 * the own choice or the first car: the draft can wait for its approval.
 */
export function carOf(
  { vehicleId, seats }: Pick<Draft, 'vehicleId' | 'seats'>,
  vehicles: readonly VehicleView[],
) {
  const usable = vehicles.filter((vehicle) => vehicle.verified)
  const choice = usable.length > 0 ? usable : vehicles
  const car = choice.find((vehicle) => vehicle.id === vehicleId) ?? choice[0] ?? null
  const seatsMax = car ? seatsToOffer(car.seats) : SEATS_MAX
  return { car, seatsMax, seats: Math.min(seats, seatsMax) }
}

/** Whether publishing waits for a profile photo. */
export function needsPhoto(photo: OwnPhoto | undefined): boolean {
  return photo !== undefined && photo.url === null && photo.dueOn === null
}

/** Whether identity and car of the draft are approved; documents by date are checked elsewhere. */
export function mayPublish(
  { vehicleId }: Pick<Draft, 'vehicleId'>,
  driver: { identityVerified: boolean; vehicles: readonly VehicleView[] },
): boolean {
  const car = driver.vehicles.find((vehicle) => vehicle.id === vehicleId)
  return driver.identityVerified && car?.verified === true
}
