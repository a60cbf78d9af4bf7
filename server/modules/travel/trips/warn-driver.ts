import type { TripWarning } from '#contract/trips.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import { type PlateWarning, picoYPlaca, planRoute } from '#server/modules/roads/places/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'

export type PlannedDrive = { vehicleId: string; stops: string[]; departsAt: Date }

/**
 * Warns the driver about this drive before publishing; a warning forbids nothing.
 * Errors: `vehicle_not_found` and those of the route.
 */
export async function warnDriver(
  deps: Deps,
  { userId: driverId }: ActorId,
  drive: PlannedDrive,
): Promise<TripWarning[]> {
  const vehicle = (await findVehicles(deps.db, [drive.vehicleId])).get(drive.vehicleId)
  if (vehicle?.ownerId !== driverId) throw new AppError('vehicle_not_found')
  const route = await planRoute(deps, drive.stops)
  const passed = route.places.map(({ placeId, minutes }) => {
    return { placeId, at: addMs(drive.departsAt, minutes * MINUTE_MS) }
  })
  return picoYPlaca(vehicle.plate, passed).map((warning) => ({
    kind: warning.kind === 'daily' ? 'pico_y_placa' : 'pico_y_placa_regional',
    title: titleOf(warning),
    detail: detailOf(warning),
    date: warning.date,
  }))
}

function titleOf({ kind }: PlateWarning): string {
  return kind === 'daily' ? 'Pico y placa en Bogotá' : 'Pico y placa regional de regreso a Bogotá'
}

function detailOf({ kind, fromHour, toHour, digits }: PlateWarning): string {
  const window = `de ${hourText(fromHour)} a ${hourText(toHour)}`
  const plates = `las placas terminadas en ${[...digits].join(', ')}`
  const what =
    kind === 'daily'
      ? `Ese día, ${window}, no pueden circular en Bogotá ${plates}.`
      : `Ese lunes festivo, ${window}, no pueden entrar a Bogotá ${plates}.`
  return `${what} Puedes publicar, pero revisa la hora o si tu carro tiene excepción.`
}

/** Writes an hour such as `6:00 a. m.`. */
function hourText(hour: number): string {
  const half = hour < 12 ? 'a. m.' : 'p. m.'
  return `${hour % 12 || 12}:00 ${half}`
}
