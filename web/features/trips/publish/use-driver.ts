import { useQuery } from '@tanstack/react-query'
import { SEATS_MAX, seatsToOffer } from '#contract/limits.ts'
import type { VehicleView } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Draft } from './publish-draft.ts'

export function useDriver() {
  return useQuery({
    queryKey: [...queryKeys.vehicles(), 'with-documents'],
    queryFn: async ({ signal }) => {
      const [cars, papers] = await Promise.all([
        api.verification.listVehicles({ signal }),
        api.verification.listDocuments({ signal }),
      ])
      return {
        vehicles: cars.vehicles,
        identityVerified: papers.identityVerified,
        papers: papers.requirements,
      }
    },
  })
}

/** The car of the draft; if there is none or it is not verified, the first verified one. */
export function carOf(
  { vehicleId, seats }: Pick<Draft, 'vehicleId' | 'seats'>,
  vehicles: readonly VehicleView[],
) {
  const usable = vehicles.filter((vehicle) => vehicle.verified)
  const car = usable.find((vehicle) => vehicle.id === vehicleId) ?? usable[0] ?? null
  const seatsMax = car ? seatsToOffer(car.seats) : SEATS_MAX
  return { car, seatsMax, seats: Math.min(seats, seatsMax) }
}
