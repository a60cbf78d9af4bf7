import { findPeople, findUser, isAdult } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { type DocumentKind, kindNames, shortcomings, vehicleKinds } from './document.ts'
import { ALWAYS, type Vehicle } from './vehicle.ts'
import { type Approval, listApprovalsOfOwners, listVehiclesByIds } from './verification.queries.ts'

/**
 * Refuses a driver for this car on the Bogotá date of `on` (docs/product.md), unless the driver is
 * an adult with verified identity, and licence, property card, SOAT, insurance, RTM and photo are
 * approved and valid that day. `isPublished`: a trip that is published does not need the insurance
 * that only publishing needs since a day.
 * Errors: `identity_not_verified`, `driver_underage`, `vehicle_not_found`, `vehicle_not_verified`,
 * `documents_not_valid_on_date`; the last two name the kinds in `details.kinds`.
 */
export async function requireVerifiedDriver(
  reader: Reader,
  input: { userId: string; vehicleId: string; on: Date; now: Date; isPublished?: boolean },
): Promise<{ vehicle: Vehicle }> {
  const user = await findUser(reader, input.userId)
  if (!user.identity_verified_at || !user.birth_date) throw new AppError('identity_not_verified')
  if (!isAdult(user.birth_date, bogotaDate(input.now))) throw new AppError('driver_underage')
  const vehicle = await findOwnVehicle(reader, input)
  const approvals = await listApprovalsOfOwners(reader, [input.userId])
  const today = input.isPublished ? ALWAYS : bogotaDate(input.now)
  const { missing, expired } = papersLacking(vehicle, approvals, { on: input.on, today })
  if (missing.length > 0) throw lacking('vehicle_not_verified', 'Falta aprobar', missing)
  if (expired.length > 0) {
    throw lacking('documents_not_valid_on_date', 'No estará vigente el día del viaje', expired)
  }
  return { vehicle }
}

/** `approvals`: approved documents of the owner of the car. `today`: see `vehicleKinds`. */
function papersLacking(
  vehicle: Vehicle,
  approvals: readonly Approval[],
  { on, today }: { on: Date; today: string },
) {
  const date = bogotaDate(on)
  const kinds: DocumentKind[] = ['licence', ...vehicleKinds(vehicle, date, today)]
  const relevant = approvals.filter(
    ({ vehicleId }) => vehicleId === null || vehicleId === vehicle.id,
  )
  return shortcomings(relevant, kinds, date)
}

/**
 * Returns for each drive the names of documents that are not approved and valid at its end, with
 * the identity of a driver who started the verification again.
 */
export async function findLackingPapers<Drive extends { vehicleId: string; arrivesAt: Date }>(
  reader: Reader,
  drives: readonly Drive[],
): Promise<{ drive: Drive; lacking: string[] }[]> {
  const vehicleIds = drives.map(({ vehicleId }) => vehicleId)
  const vehicles = await findVehicles(reader, vehicleIds)
  const owners = new Set([...vehicles.values()].map(({ ownerId }) => ownerId))
  const approvals = Map.groupBy(
    await listApprovalsOfOwners(reader, [...owners]),
    ({ ownerId }) => ownerId,
  )
  const people = await findPeople(reader, [...owners])
  return drives.map((drive) => {
    const vehicle = vehicles.get(drive.vehicleId)
    assert(vehicle, `the car ${drive.vehicleId} of a trip`)
    const { missing, expired } = papersLacking(vehicle, approvals.get(vehicle.ownerId) ?? [], {
      on: drive.arrivesAt,
      today: ALWAYS,
    })
    const papers = [...missing, ...expired].map((kind) => kindNames[kind])
    const isVerified = people.get(vehicle.ownerId)?.verified === true
    return { drive, lacking: isVerified ? papers : ['documento de identidad', ...papers] }
  })
}

function lacking(
  code: 'vehicle_not_verified' | 'documents_not_valid_on_date',
  intro: string,
  kinds: DocumentKind[],
): AppError {
  const names = kinds.map((kind) => kindNames[kind]).join(', ')
  return new AppError(code, { message: `${intro}: ${names}.`, details: { kinds } })
}

/** Returns one of the person's own cars. Errors: `vehicle_not_found`. */
export async function findOwnVehicle(
  reader: Reader,
  input: { userId: string; vehicleId: string },
): Promise<Vehicle> {
  const [vehicle] = await listVehiclesByIds(reader, [input.vehicleId])
  if (vehicle?.ownerId !== input.userId) throw new AppError('vehicle_not_found')
  return vehicle
}

/** Returns cars by id; unknown ids are absent. Callers must hide the plate. */
export async function findVehicles(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, Vehicle>> {
  if (ids.length === 0) return new Map()
  const vehicles = await listVehiclesByIds(reader, [...new Set(ids)])
  return new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
}
