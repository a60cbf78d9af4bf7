import type { KeepView } from '#contract/seat-keeps.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import {
  findTripFacts,
  segmentPrice,
  stopId,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { longestOf } from './end-keep.ts'
import { isOpen, type SeatKeep } from './seat-keep.ts'
import { findOpenKeep, sumValidatingPesos } from './seat-keeps.queries.ts'

type PresentDeps = Pick<Deps, 'db' | 'clock'>

/** Presents the seats that this person keeps and can still book; null when there are none. */
export async function findOwnKeep(deps: PresentDeps, { userId: passengerId }: ActorId) {
  const keep = await findOpenKeep(deps.db, passengerId)
  if (!keep || !isOpen(keep, deps.clock.now())) return null
  const trip = await factsOf(deps, keep)
  // Keeps of a trip that ended cannot be booked, although a job has not ended them yet.
  return trip.status === 'published' && !trip.finishedAt ? await present(deps, keep, trip) : null
}

export async function presentKeep(deps: PresentDeps, keep: SeatKeep): Promise<KeepView> {
  return await present(deps, keep, await factsOf(deps, keep))
}

async function factsOf(deps: PresentDeps, keep: SeatKeep): Promise<TripFacts> {
  const trip = await findTripFacts(deps.db, keep.tripId)
  assert(trip, `keep ${keep.id} is of no trip`)
  return trip
}

async function present(deps: PresentDeps, keep: SeatKeep, trip: TripFacts): Promise<KeepView> {
  const now = deps.clock.now()
  const { fromSeq, toSeq, seats } = keep
  const price = segmentPrice(trip, fromSeq, toSeq) * seats
  const { available } = await walletTotals(deps.db, keep.passengerId)
  const { until, isPaying } = await longestOf(deps.db, keep, now)
  return {
    id: keep.id,
    tripId: keep.tripId,
    fromStopId: stopId(keep.tripId, fromSeq),
    toStopId: stopId(keep.tripId, toSeq),
    seats,
    status: keep.status,
    expiresAt: keep.expiresAt.toISOString(),
    canExtend: isOpen(keep, now) && keep.expiresAt < until && isPaying,
    price,
    shortfall: Math.max(0, price - available),
    validating: await sumValidatingPesos(deps.db, { passengerId: keep.passengerId, now }),
    serverTime: now.toISOString(),
  }
}
