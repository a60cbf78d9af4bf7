// Who may drive when: asked when a trip is published, and again when its moment changes.
import { seatsToOffer, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { Preferences } from '#contract/trips.ts'
import { assertNoDebt, walletTotals } from '#server/domains/ledger/ledger.public.ts'
import { hasContactOrPrice } from '#server/domains/text-rules/text-rules.public.ts'
import { requireVerifiedDriver } from '#server/domains/verification/verification.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertPossible, type Drive } from './trip-chain.ts'
import { findCrossing, findDrives, lockPlate } from './trips.queries.ts'

/** Errors: `trip_departs_in_past`, `trip_too_far_ahead`. */
export function assertMoment(deps: Pick<Deps, 'clock'>, departsAt: Date): void {
  const now = deps.clock.now()
  if (departsAt <= now) throw new AppError('trip_departs_in_past')
  if (departsAt > addMs(now, TRIP_DAYS_AHEAD_MAX * DAY_MS)) throw new AppError('trip_too_far_ahead')
}

/** Errors: `contact_in_text`. */
export function assertNotes(notes: string): void {
  if (!hasContactOrPrice(notes)) return
  const message = 'Quita precios, teléfonos, correos y enlaces.'
  throw new AppError('contact_in_text', { fields: { notes: message } })
}

/** One beside the driver and two behind: with a fourth the promise could not be kept. */
const SEATS_WITH_TWO_IN_BACK = 3

/** Errors: `trip_seats_exceed_vehicle`. */
export function assertRoom(seats: number, preferences: Preferences | undefined): void {
  if (!preferences?.maxTwoInBack || seats <= SEATS_WITH_TWO_IN_BACK) return
  const message = 'Con máximo dos personas atrás puedes ofrecer hasta 3 cupos.'
  throw new AppError('trip_seats_exceed_vehicle', { message, fields: { seats: message } })
}

export type DriveAsked = {
  driverId: string
  vehicleId: string
  drive: Drive
  /** Passengers. */
  seats?: number
  /** The trip that is being moved is not in its own way. */
  except?: string
}

/**
 * The driver, the car and its papers, and their other trips. The caller holds the driver's row.
 * Errors: those of `requireVerifiedDriver`, `trip_seats_exceed_vehicle`, `trip_overlaps`,
 * `trip_daily_cap`.
 */
export async function assertCanDrive(deps: Deps, tx: Tx, asked: DriveAsked): Promise<void> {
  const { driverId, vehicleId, drive, seats = 1, except } = asked
  const { vehicle } = await requireVerifiedDriver(tx, {
    userId: driverId,
    vehicleId,
    // A paper that expires on the way would not be valid at the end of the trip.
    on: drive.arrivesAt,
    now: deps.clock.now(),
  })
  if (seats > seatsToOffer(vehicle.seats)) throw new AppError('trip_seats_exceed_vehicle')
  // The same car may be registered by two people: whoever publishes it first goes first.
  await lockPlate(tx, vehicle.plate)
  const around = { driverId, plate: vehicle.plate, around: drive, except }
  assertPossible(drive, await findDrives(tx, around))
  // Who booked a seat at that time sits in somebody else's car.
  const seated = { userId: driverId, tripId: except ?? null }
  const { departsAt: from, arrivesAt: to } = drive
  if (await findCrossing(tx, { ...seated, from, to })) throw new AppError('trip_overlaps')
}

/**
 * A direct payment needs a balance, from which the commission of each seat is held, and nothing
 * owed: its fares never enter the wallet, so they would repay no debt.
 * Errors: `publish_balance_required`, `debt_open`.
 */
export async function assertDirectBalance(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  driverId: string,
): Promise<void> {
  await assertNoDebt(tx, driverId)
  const { available } = await walletTotals(tx, driverId)
  if (available < deps.config.publishMinBalance) throw new AppError('publish_balance_required')
}
