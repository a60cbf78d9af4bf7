import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { isValidOn, isVehicleVerified } from './document.ts'
import type { Vehicle } from './vehicle.ts'
import { listApprovalsOfOwners, listVehiclesOfOwner } from './verification.queries.ts'

export type DriverPapers = {
  licensed: boolean
  /** Cars with every document approved and valid, first registered first. */
  vehicles: Vehicle[]
}

/** Reads whether the licence is approved and valid today, and the cars with valid documents. */
export async function readDriverPapers(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<DriverPapers> {
  const today = bogotaDate(input.now)
  const approvals = await listApprovalsOfOwners(reader, [input.userId])
  const vehicles = await listVehiclesOfOwner(reader, input.userId)
  return {
    licensed: approvals.some((each) => each.kind === 'licence' && isValidOn(each, today)),
    vehicles: vehicles.filter((vehicle) => isVehicleVerified(vehicle, approvals, today)),
  }
}
