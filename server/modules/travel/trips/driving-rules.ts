// Rules about drivers, cars and times, checked when a trip is published or moved.
import { PUBLISH_MIN_PESOS, seatsToOffer, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { Preferences } from '#contract/trips.ts'
import { assertNoDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { hasContactOrPrice } from '#server/modules/foundation/text-rules/index.ts'
import { requireStanding } from '#server/modules/people/standing/index.ts'
import { requireVerifiedDriver } from '#server/modules/people/verification/index.ts'
import type { PlannedRoute } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { nameCrossing } from './seat-plan.ts'
import { assertPossible, type Drive, overlapsNamed } from './trip-chain.ts'
import { findCrossing, listDrives, lockPlate } from './trips.queries.ts'

/** Checks the departure time. Errors: `trip_departs_in_past`, `trip_too_far_ahead`. */
export function assertMoment(deps: Pick<Deps, 'clock'>, departsAt: Date): void {
  const now = deps.clock.now()
  if (departsAt <= now) throw new AppError('trip_departs_in_past')
  if (departsAt > addMs(now, TRIP_DAYS_AHEAD_MAX * DAY_MS)) throw new AppError('trip_too_far_ahead')
}

/** Checks a text for passengers for contact data and prices. Errors: `contact_in_text`. */
export function assertNotes(notes: string, field = 'notes'): void {
  if (!hasContactOrPrice(notes)) return
  const message = 'Quita precios, teléfonos, correos y enlaces.'
  throw new AppError('contact_in_text', { fields: { [field]: message } })
}

/** Seats with at most two people in the back: one beside the driver and two in the back. */
const SEATS_WITH_TWO_IN_BACK = 3

/** Checks the preference of two in the back. Errors: `trip_seats_exceed_vehicle`. */
export function assertRoom(seats: number, preferences: Preferences | undefined): void {
  if (!preferences?.maxTwoInBack || seats <= SEATS_WITH_TWO_IN_BACK) return
  const message = 'Con máximo dos personas atrás puedes ofrecer hasta 3 cupos.'
  throw new AppError('trip_seats_exceed_vehicle', { message, fields: { seats: message } })
}

export function driveOver(route: PlannedRoute, departsAt: Date): Drive {
  const [from, to] = [route.places[0], route.places.at(-1)]
  assert(from && to, 'a route has ends')
  return { departsAt, arrivesAt: addMs(departsAt, route.durationMinutes * MINUTE_MS), from, to }
}

export type DriveAsked = {
  driverId: string
  vehicleId: string
  drive: Drive
  /** Number of passengers. */
  seats?: number
  /** The trip that is being moved, because it does not overlap with itself. */
  except?: string
}

/**
 * Checks driver, car, documents and other trips. The caller has locked the driver's row.
 * Errors: those of `requireStanding` and `requireVerifiedDriver`, `trip_seats_exceed_vehicle`,
 * `trip_overlaps`, `trip_daily_cap`.
 */
export async function assertCanDrive(deps: Deps, tx: Tx, asked: DriveAsked): Promise<void> {
  const { driverId, vehicleId, drive, seats = 1, except } = asked
  await requireStanding(tx, driverId, deps.clock.now())
  const { vehicle } = await requireVerifiedDriver(tx, {
    userId: driverId,
    vehicleId,
    // Documents must be valid until the arrival.
    on: drive.arrivesAt,
    now: deps.clock.now(),
    isPublished: except !== undefined,
  })
  if (seats > seatsToOffer(vehicle.seats)) throw new AppError('trip_seats_exceed_vehicle')
  // Two people can have registered the same car, so the lock serialises them.
  await lockPlate(tx, vehicle.plate)
  const around = { driverId, plate: vehicle.plate, around: drive, except }
  assertPossible(drive, await listDrives(tx, around))
  // The driver can have booked a seat on another trip at that time.
  const seated = { userId: driverId, tripId: except ?? null }
  const { departsAt: from, arrivesAt: to } = drive
  const crossing = await findCrossing(tx, { ...seated, from, to })
  if (crossing) throw overlapsNamed(await nameCrossing(tx, crossing))
}

/**
 * Checks that a driver can offer direct payment: with a balance, from which commissions are held,
 * and without debt, which directly paid fares never repay. Errors: `publish_balance_required`,
 * `debt_open`.
 */
export async function assertDirectBalance(tx: Tx, driverId: string) {
  await assertNoDebt(tx, driverId)
  const { available } = await walletTotals(tx, driverId)
  if (available < PUBLISH_MIN_PESOS) throw new AppError('publish_balance_required')
}
