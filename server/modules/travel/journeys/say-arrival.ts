import { listTripBookings } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, type TripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { JOURNEY_JOB } from './drive-trip.ts'
import { isClosed } from './journey.ts'
import { confirmPresses, lockJourney, writeWord } from './journeys.queries.ts'
import { isAboard, mayArrive } from './run-stops.ts'

type Said = { tripId: string; arrived: boolean }

/**
 * Records whether a passenger arrived; the last word counts. A "yes" ends the doubt about presses
 * up to their stop, and is told to their trusted contact. Errors: `trip_not_found`,
 * `arrival_word_early` (a "yes" before the pick-up), `journey_over`.
 */
export function sayArrival(deps: ReadDeps, { userId }: ActorId, { tripId, arrived }: Said) {
  return inTransaction(deps.db, async (tx) => {
    const trip = await findTripFacts(tx, tripId)
    const bookings = trip ? await listTripBookings(tx, trip.id) : []
    const own = bookings.find((each) => each.passengerId === userId && isAboard(each))
    if (!trip || !own) throw new AppError('trip_not_found')
    const now = deps.clock.now()
    if (arrived && !mayArrive(own, now)) throw new AppError('arrival_word_early')
    if (isClosed(trip, now)) throw new AppError('journey_over')
    if (arrived) return await confirmArrival(tx, deps, { trip, userId, seq: own.toSeq, at: now })
    await lockJourney(tx, trip.id)
    await writeWord(tx, { tripId: trip.id, userId, arrived, at: now })
  })
}

/** Records that somebody aboard reached their stop, by their word or their position. */
export async function confirmArrival(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { trip, userId, seq, at }: { trip: TripFacts; userId: string; seq: number; at: Date },
): Promise<void> {
  const { id: tripId } = trip
  await lockJourney(tx, tripId)
  await writeWord(tx, { tripId, userId, arrived: true, at })
  await confirmPresses(tx, { tripId, seq, isLast: seq === trip.places.length - 1, at })
  await enqueue(tx, clock, { name: JOURNEY_JOB, payload: { tripId } })
}
