import {
  findSanction,
  findStanding,
  forgetBarred,
  insertSanctionEvent,
  listInheritedOf,
  standingAt,
} from '#server/modules/people/standing/index.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { fareLink } from '#server/modules/travel/bookings/index.ts'
import { listTripsLostSince, reviewTrips } from '#server/modules/travel/trip-changes/index.ts'
import { findTripsFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { pauseOver, tripNotBack } from './conduct.messages.ts'
import { countUndoneSince, listSeatsLostWith } from './hearings.queries.ts'

/** Job that resumes trips after a pause or sanction is lifted; payload `{ sanctionId, tells }`. */
export const LIFT_JOB = 'conduct.lift'

/** Says nothing of the other account: a telephone can have a new owner. */
const NOT_INHERITED = 'La sanción que venía de otra cuenta ya no vale.'

type Lifting = {
  sanctionId: string
  userId: string
  by: string
  /** Reason, shown to the person. */
  note: string
  now: Date
  /** False when a new sanction replaces the lifted one and sends its own message. */
  tells: boolean
}

/** Lifts a pause or a sanction, and enqueues the job that resumes trips that are still paused. */
export async function lift(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { sanctionId, userId, by, note, now, tells }: Lifting,
): Promise<void> {
  await lockUser(tx, userId)
  const id = derivedId('conduct.lifted', sanctionId)
  const event = { id, sanctionId, userId, kind: 'lifted', at: now, endsAt: null } as const
  await insertSanctionEvent(tx, { ...event, reason: note, decidedBy: by, cause: sanctionId })
  const payload = { sanctionId, tells }
  await enqueue(tx, deps.clock, { name: LIFT_JOB, payload, key: `${LIFT_JOB}:${sanctionId}` })
}

/**
 * Resumes sales of trips that are still paused for a lifted sanction, and tells driver and
 * passengers which trips and bookings stay cancelled: refunds are not reversed. What other accounts
 * inherited of the sanction ends too. Safe to repeat.
 */
export async function followLifting(
  deps: Deps,
  { sanctionId, tells }: { sanctionId: string; tells: boolean },
): Promise<void> {
  const sanction = await findSanction(deps.db, sanctionId)
  assert(sanction, `no sanction ${sanctionId}`)
  const { userId, at: since } = sanction
  await reviewTrips(deps, { driverId: userId })
  const now = deps.clock.now()
  const all = await listInheritedOf(deps.db, { sanctionId, now })
  const liftOne = (inherited: (typeof all)[number]) => {
    const lifting = { ...inherited, note: NOT_INHERITED, now, tells: true }
    return inTransaction(deps.db, (tx) => lift(tx, deps, lifting))
  }
  await eachRowOrFail(all, liftOne, 'an inherited sanction is not lifted')
  await forgetBarred(deps.db, { userId, now })
  const standing = standingAt(await findStanding(deps.db, userId), now)
  if (!tells || (standing !== 'good' && standing !== 'warned')) return
  const lost = await listTripsLostSince(deps.db, { driverId: userId, since, now })
  const undone = await countUndoneSince(deps.db, { userId, since, now })
  await inTransaction(deps.db, async (tx) => {
    const data = { ...undone, cancelled: lost.length }
    await tellUser(tx, deps, pauseOver, { userId, data, cause: sanctionId })
    await tellPassengers(tx, deps, lost)
  })
}

async function tellPassengers(tx: Tx, deps: Deps, tripIds: readonly string[]): Promise<void> {
  const trips = await findTripsFacts(tx, [...tripIds])
  for (const { passengerId, tripId, ...booking } of await listSeatsLostWith(tx, tripIds)) {
    const trip = trips.get(tripId)
    assert(trip, `no trip ${tripId}`)
    const places = { from: placeAt(trip, 0).name, to: placeAt(trip, trip.places.length - 1).name }
    const data = { ...places, ...fareLink(booking), at: trip.departsAt.toISOString() }
    await tellUser(tx, deps, tripNotBack, { userId: passengerId, data, cause: tripId })
  }
}
