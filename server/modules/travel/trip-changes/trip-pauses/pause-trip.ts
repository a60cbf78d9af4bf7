import { tellUser } from '#server/modules/people/users/index.ts'
import {
  cancelTrip,
  fareLink,
  isOpen,
  listTripBookings,
  pauseEndsAt,
} from '#server/modules/travel/bookings/index.ts'
import {
  endsOf,
  findTripFacts,
  lockTrip,
  setSales,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { sellAgain } from './pause-own-trip.ts'
import {
  tripAtRisk,
  tripLapsed,
  tripPaused,
  tripPausedByTeam,
  tripResumed,
} from './trip-pauses.messages.ts'
import { endPause, insertPause, listCauses, type PauseCause } from './trip-pauses.queries.ts'

/** Reasons told to passengers, without the document or the report behind them. */
const REASONS: Record<PauseCause, string> = {
  documents: 'El conductor no renovó a tiempo los documentos del viaje.',
  conduct: 'El conductor no puede hacer este viaje.',
  team: 'El equipo de Cupo canceló este viaje.',
}

/** Whether a paused trip is cancelled now: `pauseEndsAt` has passed. */
export function isCancelDue(trip: { departsAt: Date }, pausedAt: Date, now: Date): boolean {
  return pauseEndsAt(trip, pausedAt) <= now
}

/** Writes the trail of a team member into the transaction of their action. */
type Note = (tx: Tx) => Promise<void>

/**
 * Stops the sales of a trip. Its passengers keep their seats, and are told that they can cancel
 * with a full refund. The driver is told, with the missing documents; after a decision about
 * conduct, the caller tells the driver once for all trips. Answers whether it was paused now.
 */
export async function pauseTrip(
  deps: Deps,
  { tripId, cause, lacking }: { tripId: string; cause: PauseCause; lacking: string[] },
  note?: Note,
): Promise<boolean> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    if (trip?.status !== 'published' || trip.departsAt <= now) return false
    if (!(await insertPause(tx, { tripId, cause, pausedAt: now, lacking }))) return false
    await setSales(tx, { tripId, open: false })
    const by = pauseEndsAt(trip, now).toISOString()
    const event = `${tripId}:${now.toISOString()}`
    if (cause === 'documents') {
      await tellUser(tx, deps, tripPaused, {
        userId: trip.driverId,
        data: { ...factsFor(trip), lacking: lacking.join(', '), by },
        cause: event,
      })
    }
    if (cause === 'team') {
      const data = { ...factsFor(trip), by }
      await tellUser(tx, deps, tripPausedByTeam, { userId: trip.driverId, data, cause: event })
    }
    for (const { userId, path, byWallet, isRequest } of await passengersOf(tx, tripId)) {
      const data = { ...factsFor(trip, path), byWallet, isRequest, cause, by }
      await tellUser(tx, deps, tripAtRisk, { userId, data, cause: event })
    }
    await note?.(tx)
    return true
  })
}

/**
 * Ends one cause of a pause by Cupo; without another one, everybody is told. Sales open again,
 * unless the driver has paused the trip too. Answers whether it was paused for this cause.
 */
export async function resumeTrip(
  deps: Deps,
  { tripId, cause, pausedAt }: { tripId: string; cause: PauseCause; pausedAt: Date },
  note?: Note,
): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    if (trip?.status !== 'published') return false
    if (!(await endPause(tx, { tripId, cause, outcome: 'resumed', now: deps.clock.now() }))) {
      return false
    }
    await note?.(tx)
    const left = await listCauses(tx, tripId)
    if (left.some((other) => other !== 'driver')) return true
    const ownPause = left.includes('driver')
    if (!ownPause) await sellAgain(tx, deps, tripId)
    const event = `${tripId}:${pausedAt.toISOString()}`
    const driver = { userId: trip.driverId, path: undefined, role: 'driver' as const }
    for (const { userId, path, role } of [driver, ...(await passengersOf(tx, tripId))]) {
      const data = { ...factsFor(trip, path), cause, role, ownPause }
      await tellUser(tx, deps, tripResumed, { userId, data, cause: event })
    }
    return true
  })
}

type Cancelled = { trip: { id: string; driverId: string }; cause: PauseCause; lacking?: string[] }

/**
 * Cancels a paused trip with `cancelTrip`, so that its passengers are told and get a full refund. A
 * trip that has departed or has somebody aboard is not changed. It can be repeated.
 */
export async function cancelPaused(
  deps: Deps,
  { trip: { id: tripId, driverId: userId }, cause, lacking = [] }: Cancelled,
): Promise<void> {
  try {
    const isSanction = cause !== 'documents'
    await cancelTrip(deps, { userId }, { tripId, reason: REASONS[cause], isSanction })
  } catch (error) {
    if (error instanceof AppError && error.code === 'trip_not_cancellable') return
    throw error
  }
  await inTransaction(deps.db, async (tx) => {
    const trip = await findTripFacts(tx, tripId)
    const now = deps.clock.now()
    if (!trip || !(await noteCancelled(tx, { tripId, cause, now }))) return
    const data = { ...factsFor(trip), cause, lacking: lacking.join(', ') }
    await tellUser(tx, deps, tripLapsed, { userId, data, cause: tripId })
  })
}

/** Ends the pause; a trip that was not paused gets a pause that began and ended now. */
async function noteCancelled(
  tx: Tx,
  { tripId, cause, now }: { tripId: string; cause: PauseCause; now: Date },
): Promise<boolean> {
  await insertPause(tx, { tripId, cause, pausedAt: now, lacking: [] })
  return await endPause(tx, { tripId, cause, outcome: 'cancelled', now })
}

/** Lists the people with open bookings; no booking is added once sales are closed. */
async function passengersOf(tx: Tx, tripId: string) {
  const bookings = (await listTripBookings(tx, tripId)).filter(isOpen)
  return bookings.map((booking) => {
    const isRequest = booking.status === 'requested'
    return {
      ...fareLink(booking),
      isRequest,
      userId: booking.passengerId,
      role: 'passenger',
    } as const
  })
}

function factsFor(trip: TripFacts, path = `/trips/${trip.id}?ver=conductor`) {
  const { from, to } = endsOf(trip)
  return { path, from: from.name, to: to.name, at: trip.departsAt.toISOString() }
}
