import { cancelTrip, isOpen, listTripBookings } from '#server/domains/bookings/bookings.public.ts'
import {
  findTripFacts,
  lockTrip,
  placeAt,
  setSales,
  type TripFacts,
} from '#server/domains/trips/trips.public.ts'
import { tellUser } from '#server/domains/users/users.public.ts'
import { findLackingPapers } from '#server/domains/verification/verification.public.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  endPause,
  endPausesOfOthers,
  insertPause,
  type UpcomingTrip,
  upcomingTrips,
} from './trip-pauses.queries.ts'

/** A paused trip is cancelled this long before it departs: passengers must find another one. */
const CANCELLED_AHEAD_MS = 12 * HOUR_MS
const AT_ONCE = 500

/** Told to passengers; it does not say which document. */
const REASON = 'El conductor no renovó a tiempo los documentos del viaje.'

/**
 * Closes the sales of published trips whose documents will not be valid when they arrive, opens
 * them again once they are, and cancels what is still paused 12 hours before departure, with full
 * refunds. Driver and passengers are told each time. Of one driver, or of everybody. Safe to
 * repeat.
 */
export async function reviewTrips(
  deps: Deps,
  { driverId = null }: { driverId?: string | null } = {},
): Promise<void> {
  const now = deps.clock.now()
  let after: UpcomingTrip | null = null
  for (;;) {
    const page: UpcomingTrip[] = await upcomingTrips(deps.db, {
      ...{ now, driverId, after },
      limit: AT_ONCE,
    })
    for (const { drive, lacking } of await findLackingPapers(deps.db, page)) {
      await reviewTrip(deps, drive, lacking)
    }
    after = page.at(-1) ?? null
    if (page.length < AT_ONCE) break
  }
  await endPausesOfOthers(deps.db, now)
}

async function reviewTrip(deps: Deps, trip: UpcomingTrip, lacking: string[]): Promise<void> {
  if (lacking.length === 0) {
    if (trip.pausedAt) await resume(deps, trip)
  } else if (!trip.pausedAt) await pause(deps, trip, lacking)
  else if (endOf(trip, trip.pausedAt) <= deps.clock.now()) await cancel(deps, trip, lacking)
}

/** When a paused trip is cancelled: with an hour to react, also when it departs soon. */
function endOf({ departsAt }: Pick<UpcomingTrip, 'departsAt'>, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - CANCELLED_AHEAD_MS
  return addMs(pausedAt, Math.max(HOUR_MS, ahead - pausedAt.getTime()))
}

async function pause(deps: Deps, { id: tripId }: UpcomingTrip, lacking: string[]): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    if (trip?.status !== 'published') return
    if (!(await insertPause(tx, { tripId, pausedAt: now, lacking }))) return
    await setSales(tx, { tripId, open: false })
    const by = endOf(trip, now)
    const cause = `${tripId}:${now.toISOString()}`
    await tellUser(tx, deps, {
      userId: trip.driverId,
      template: 'trip_paused',
      data: { ...factsFor(trip), lacking: lacking.join(', '), by: by.toISOString() },
      cause,
    })
    for (const passenger of await passengersOf(tx, tripId)) {
      await tellUser(tx, deps, {
        userId: passenger.userId,
        template: 'trip_at_risk',
        data: { ...factsFor(trip, passenger.path), by: by.toISOString() },
        cause,
      })
    }
  })
}

async function resume(deps: Deps, { id: tripId, pausedAt }: UpcomingTrip): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    if (trip?.status !== 'published') return
    if (!(await endPause(tx, { tripId, outcome: 'resumed', now: deps.clock.now() }))) return
    await setSales(tx, { tripId, open: true })
    const cause = `${tripId}:${pausedAt?.toISOString()}`
    const driver = { userId: trip.driverId, path: undefined, role: 'driver' as const }
    const passengers = await passengersOf(tx, tripId)
    for (const { userId, path, role } of [driver, ...passengers]) {
      const data = { ...factsFor(trip, path), role }
      await tellUser(tx, deps, { userId, template: 'trip_resumed', data, cause })
    }
  })
}

/** By the function that cancels every trip: its passengers are told and get everything back. */
async function cancel(deps: Deps, paused: UpcomingTrip, lacking: string[]): Promise<void> {
  const { id: tripId, driverId: userId } = paused
  try {
    await cancelTrip(deps, { userId }, { tripId, reason: REASON })
  } catch (error) {
    // It departed, or somebody is aboard.
    if (error instanceof AppError && error.code === 'trip_not_cancellable') return
    throw error
  }
  await inTransaction(deps.db, async (tx) => {
    const trip = await findTripFacts(tx, tripId)
    if (!trip) return
    if (!(await endPause(tx, { tripId, outcome: 'cancelled', now: deps.clock.now() }))) return
    const data = { ...factsFor(trip), lacking: lacking.join(', ') }
    await tellUser(tx, deps, { userId, template: 'trip_lapsed', data, cause: tripId })
  })
}

/** Bookings that are open once sales are closed. */
async function passengersOf(tx: Tx, tripId: string) {
  const bookings = (await listTripBookings(tx, tripId)).filter(isOpen)
  return bookings.map(({ id, passengerId }) => {
    return { userId: passengerId, path: `/bookings/${id}`, role: 'passenger' as const }
  })
}

function factsFor(trip: TripFacts, path = `/trips/${trip.id}?ver=conductor`) {
  const [from, to] = [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)]
  return { path, from: from.name, to: to.name, at: trip.departsAt.toISOString() }
}
