import { VEHICLES_MAX } from '#contract/limits.ts'
import { readPlate } from '#contract/plate.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { brokenUnique, inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import type { Vehicle } from './vehicle.ts'
import { countVehicles, insertVehicle, listVehiclesByIds } from './verification.queries.ts'

export type AddVehicle = Omit<Vehicle, 'id' | 'ownerId' | 'photosAsked' | 'insuranceFrom'>

/**
 * Registers a car; a repeat with the same idempotency key returns the same car.
 * Errors: `plate_invalid`, `plate_taken`, `vehicle_limit`, `invalid_request` (future year).
 */
export async function addVehicle(
  deps: ReadDeps,
  { userId: ownerId }: ActorId,
  { idempotencyKey: key, ...request }: AddVehicle & { idempotencyKey?: CallKey | undefined },
): Promise<Vehicle> {
  const plate = readPlate(request.plate)
  if (!plate) throw new AppError('plate_invalid', { fields: { plate: 'Usa el formato ABC123.' } })
  const now = deps.clock.now()
  assertModelYear(request.year, bogotaDate(now))
  return await inTransaction(deps.db, async (tx) => {
    const call = { actorId: ownerId, operation: 'vehicle.add', key, request, now }
    const find = async (id: string) => (await listVehiclesByIds(tx, [id]))[0]
    const { resourceId, earlier } = await claimKey(tx, call, find)
    if (!earlier) {
      await lockUser(tx, ownerId)
      if ((await countVehicles(tx, ownerId)) >= VEHICLES_MAX) throw new AppError('vehicle_limit')
      const vehicle = { ...request, plate, id: resourceId, ownerId }
      await insertVehicle(tx, { ...vehicle, now }).catch((error: unknown) => {
        throw brokenUnique(error) === 'vehicles_plate_taken' ? new AppError('plate_taken') : error
      })
    }
    const [stored] = await listVehiclesByIds(tx, [resourceId])
    assert(stored, 'the vehicle of an idempotency key')
    return stored
  })
}

/** Allows next year's model, because dealers sell it from the middle of the year. */
function assertModelYear(year: number, today: string): void {
  const max = Number(today.slice(0, 4)) + 1
  if (year <= max) return
  throw new AppError('invalid_request', { fields: { year: `Debe ser máximo ${max}.` } })
}
