import type { BookingStatus } from '#contract/booking-view.ts'
import {
  RESCUE_AFTER_HOURS,
  RESCUE_AHEAD_HOURS,
  RESCUE_BEFORE_HOURS,
} from '#contract/connections-rescues.ts'
import type { CancelPreview } from '#contract/trip-changes.ts'
import { markDriver, tellMark } from '#server/modules/people/standing/index.ts'
import { listAlternatives } from '#server/modules/travel/search/index.ts'
import {
  closeTrip,
  findTripFacts,
  placeAt,
  requireOwnTrip,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS, later } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { Booking } from '../booking.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import { listTripBookings, lockBooking, lockLateBookings } from '../bookings.queries.ts'
import { splitFare } from '../refund-policy.ts'
import { releaseBooking } from '../settle/settle-booking.ts'
import { hasBooking, listOpenIds, revokeTickets } from './cancel-booking.queries.ts'

export type CancelTrip = {
  tripId: string
  reason?: string | undefined
  /** Whether a decision of Cupo cancels the trip: no mark, and passengers read who it was. */
  isSanction?: boolean
  /** Set when the team cancels: no mark, passengers read who it was, and the trail is written. */
  byTeam?: { note: (tx: Tx) => Promise<void> }
}

/** Statuses of bookings with which a trip cannot be cancelled. */
const ABOARD: readonly BookingStatus[] = ['checked_in', 'completed']
/** Statuses of bookings whose trip, when cancelled, leaves a mark on the driver's public record. */
const MARKS_DRIVER: readonly BookingStatus[] = ['confirmed']

function someoneAboard(): AppError {
  const message = 'Ya hay pasajeros a bordo: este viaje no se puede cancelar.'
  return new AppError('trip_not_cancellable', { message })
}

export const CANCEL_TRIP_JOB = 'bookings.cancel-trip'

/**
 * Cancels a trip before departure with full refunds. Bookings are cancelled one by one, here or,
 * after an interruption, by the job. Idempotent.
 * Errors: `trip_not_found`, `trip_not_cancellable`.
 */
export async function cancelTrip(deps: Deps, actor: ActorId, input: CancelTrip) {
  const trip = await requireOwnTrip(deps.db, actor, input.tripId)
  if (trip.status !== 'cancelled') await closeSales(deps, actor, input)
  try {
    await cancelOpenBookings(deps, { tripId: input.tripId, byTeam: isByTeam(input) })
  } catch (error) {
    deps.log.warn({ tripId: input.tripId, err: error }, 'cancelling goes on in the job')
  }
  return { ...trip, status: 'cancelled' }
}

function isByTeam({ isSanction = false, byTeam }: CancelTrip): boolean {
  return isSanction || byTeam !== undefined
}

/** Closes the sales of a trip; after the commit nobody books, boards or is charged. */
async function closeSales(deps: Deps, { userId: driverId }: ActorId, input: CancelTrip) {
  const { tripId, reason, byTeam } = input
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await revokeTickets(tx, tripId)
    if (!(await closeTrip(tx, { tripId, driverId, status: 'cancelled', reason, now }))) {
      const trip = await findTripFacts(tx, tripId)
      if (trip?.status === 'cancelled') return
      throw new AppError('trip_not_cancellable')
    }
    // Sales are closed now. The ticket of a booking added just before is still valid, so revoke it.
    await lockLateBookings(tx, tripId)
    await revokeTickets(tx, tripId)
    if (await hasBooking(tx, tripId, ABOARD)) throw someoneAboard()
    if (!isByTeam(input) && (await hasBooking(tx, tripId, MARKS_DRIVER))) {
      const mark = { driverId, kind: 'cancelled', causeId: tripId } as const
      await markDriver(tx, { ...mark, now })
      await tellMark(tx, deps, mark)
    }
    await byTeam?.note(tx)
    const payload = { tripId, byTeam: isByTeam(input) }
    const job = { name: CANCEL_TRIP_JOB, payload, key: `${CANCEL_TRIP_JOB}:${tripId}` }
    await enqueue(tx, deps.clock, job)
  })
}

/** Cancels the open bookings of a cancelled trip with full refunds. Idempotent. */
export async function cancelOpenBookings(
  deps: ReadDeps,
  { tripId, byTeam }: { tripId: string; byTeam: boolean },
): Promise<void> {
  const ids = await listOpenIds(deps.db, tripId)
  const cancel = (bookingId: string) => cancelOpenBooking(deps, { bookingId, byTeam })
  await eachRowOrFail(ids, cancel, `trip ${tripId} is still booked`)
}

function cancelOpenBooking(
  deps: ReadDeps,
  { bookingId, byTeam }: { bookingId: string; byTeam: boolean },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const now = deps.clock.now()
    if (!booking) return
    const asked = { booking, by: 'driver', now, tripCancelled: true } as const
    if (!may('cancel_trip', asked)) return
    const to = statusAfter(transition('cancel_trip', asked))
    const by = byTeam ? { actorId: null, details: { by: 'team' } } : { actorId: booking.driverId }
    await releaseBooking(tx, booking, { to, ...by, now })
  })
}

/** Previews `cancelTrip` with the same functions and writes nothing. Errors: `trip_not_found`. */
export async function previewCancelTrip(
  deps: ReadDeps,
  driver: ActorId,
  { tripId }: { tripId: string },
): Promise<CancelPreview> {
  const trip = await requireOwnTrip(deps.db, driver, tripId)
  const now = deps.clock.now()
  const bookings = await listTripBookings(deps.db, trip.id)
  const refusal = refusalOf(trip, bookings, now)
  const cancelled = refusal ? [] : bookings.filter((booking) => isCancelled(booking, now))
  return {
    refusal: refusal?.message ?? null,
    bookings: cancelled.length,
    refundPesos: cancelled.reduce(
      (sum, each) => sum + (splitFare(each, each.farePesos).refundedPesos ?? 0),
      0,
    ),
    withOther: await countWithOther(deps, trip, cancelled),
    marked: cancelled.some(({ status }) => MARKS_DRIVER.includes(status)),
  }
}

/** Counts the confirmed bookings for which another car can be booked at once. */
async function countWithOther(
  { db, clock }: ReadDeps,
  trip: TripFacts,
  bookings: readonly Booking[],
): Promise<number> {
  const now = clock.now()
  let count = 0
  for (const { status, picksUpAt: at, fromSeq, toSeq, seats, farePesos, ...rest } of bookings) {
    if (status !== 'confirmed' || at > addMs(now, RESCUE_AHEAD_HOURS * HOUR_MS)) continue
    const { womenOnly = false, verifiedOnly = false } = trip.preferences
    const found = await listAlternatives(
      db,
      {
        ...{ womenOnly, verifiedOnly, driverIds: [trip.driverId], vehicleIds: [trip.vehicleId] },
        ...{ at, seats, now, pesos: farePesos / seats },
        ...{ paymentMode: rest.paymentMode, commissionBp: rest.commissionBp },
        from: placeAt(trip, fromSeq).placeId,
        to: placeAt(trip, toSeq).placeId,
        since: later(addMs(at, -RESCUE_BEFORE_HOURS * HOUR_MS), now),
        until: addMs(at, RESCUE_AFTER_HOURS * HOUR_MS),
        viewerId: rest.passengerId,
        standing: trip.id,
      },
      1,
    )
    count += Number(found[0]?.note === null)
  }
  return count
}

/** Returns the error that `cancelTrip` would throw. */
function refusalOf(trip: TripFacts, bookings: readonly Booking[], now: Date): AppError | undefined {
  const open = trip.status === 'published' || trip.status === 'in_progress'
  if (!open || trip.departsAt <= now) return new AppError('trip_not_cancellable')
  return bookings.some(({ status }) => ABOARD.includes(status)) ? someoneAboard() : undefined
}

function isCancelled(booking: Booking, now: Date): boolean {
  return may('cancel_trip', { booking, by: 'driver', now, tripCancelled: true })
}
