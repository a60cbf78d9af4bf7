import {
  findTripFacts,
  lockTrip,
  MATCH_ALERTS_JOB,
  setSales,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { endPause, insertPause, listCauses } from './trip-pauses.queries.ts'

/**
 * Stops new bookings and requests of the driver's own trip, or ends that pause: then sales open
 * again unless Cupo has paused the trip too. Bookings and requests stay as they are, so nobody is
 * told. Can be repeated. Errors: `trip_not_found`, `trip_not_editable`.
 */
export function switchOwnTrip(
  deps: ReadDeps,
  { userId: driverId }: ActorId,
  { tripId, sold }: { tripId: string; sold: boolean },
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const trip = await findLocked(tx, tripId)
    if (trip?.driverId !== driverId) throw new AppError('trip_not_found')
    if (!isOwnUpcoming(deps, trip, driverId)) throw new AppError('trip_not_editable')
    await (sold ? resumeSales : pauseSales)(tx, deps, trip)
  })
}

/**
 * Pauses or resumes the trips of this driver among the ids, in the caller's transaction. Trips that
 * have departed or ended are not changed.
 */
export async function switchOwnTrips(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  asked: { driverId: string; tripIds: readonly string[]; sold: boolean },
): Promise<void> {
  // In one order, so that two calls for the same trips do not wait for each other.
  for (const tripId of asked.tripIds.toSorted()) {
    const trip = await findLocked(tx, tripId)
    if (!isOwnUpcoming(deps, trip, asked.driverId)) continue
    await (asked.sold ? resumeSales : pauseSales)(tx, deps, trip)
  }
}

async function findLocked(tx: Tx, tripId: string): Promise<TripFacts | undefined> {
  await lockTrip(tx, tripId)
  return await findTripFacts(tx, tripId)
}

function isOwnUpcoming(
  { clock }: Pick<Deps, 'clock'>,
  trip: TripFacts | undefined,
  driverId: string,
): trip is TripFacts {
  if (trip?.driverId !== driverId) return false
  return trip.status === 'published' && trip.departsAt > clock.now()
}

async function pauseSales(tx: Tx, { clock }: Pick<Deps, 'clock'>, trip: TripFacts): Promise<void> {
  const { id: tripId } = trip
  if ((await listCauses(tx, tripId)).includes('driver')) return
  const pause = { tripId, cause: 'driver', pausedAt: clock.now(), lacking: [] } as const
  // A pause that began and ended in this same millisecond has the same key.
  if (!(await insertPause(tx, pause))) throw new AppError('busy')
  await setSales(tx, { tripId, open: false })
  await audit(tx, clock.now(), trip, 'trip.paused')
}

async function resumeSales(tx: Tx, { clock }: Pick<Deps, 'clock'>, trip: TripFacts): Promise<void> {
  const { id: tripId } = trip
  const now = clock.now()
  if (!(await endPause(tx, { tripId, cause: 'driver', outcome: 'resumed', now }))) return
  await audit(tx, now, trip, 'trip.resumed')
  if ((await listCauses(tx, tripId)).length > 0) return
  await sellAgain(tx, { clock }, tripId)
}

/** Opens the sales of a trip after its last pause, and looks for whom it fits. */
export async function sellAgain(tx: Tx, { clock }: Pick<Deps, 'clock'>, tripId: string) {
  await setSales(tx, { tripId, open: true })
  // Alerts that began during the pause have not seen this trip.
  const now = clock.now()
  const key = `trip-resumed:${tripId}:${now.toISOString()}`
  await enqueue(tx, clock, {
    name: MATCH_ALERTS_JOB,
    payload: { tripId, cause: `${now.getTime()}` },
    key,
  })
}

function audit(tx: Tx, at: Date, { id, driverId }: TripFacts, action: string): Promise<void> {
  const subject = { subjectKind: 'trip', subjectId: id }
  return recordAudit(tx, { at, actorId: driverId, action, ...subject })
}
