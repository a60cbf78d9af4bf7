import type { KeepView } from '#contract/seat-keeps.ts'
import { findTripFacts, partStops } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { longestOf } from './end-keep.ts'
import { isOpen, type SeatKeep } from './seat-keep.ts'
import { listOpenKeeps, sumValidatingPesos } from './seat-keeps.queries.ts'

/** Presents the seats that this person keeps and can still book; null when there are none. */
export async function findOwnKeep(deps: ReadDeps, { userId: passengerId }: ActorId) {
  const keeps = await listOpenKeeps(deps.db, passengerId)
  if (keeps.length === 0) return null
  for (const keep of keeps) {
    const trip = await findTripFacts(deps.db, keep.tripId)
    // Keeps of a trip that ended cannot be booked, although a job has not ended them yet.
    const isOnSale = trip?.status === 'published' && !trip.finishedAt
    if (!isOnSale || !isOpen(keep, deps.clock.now())) return null
  }
  return await presentKeep(deps, keeps)
}

/** Presents the keep of a part, or of both parts of a journey as one. */
export async function presentKeep(deps: ReadDeps, keeps: readonly SeatKeep[]): Promise<KeepView> {
  const [keep, second] = keeps
  assert(keep, 'no keep to present')
  const now = deps.clock.now()
  const { passengerId, expiresAt } = keep
  const { until, isPaying, price, shortfall } = await longestOf(deps.db, keeps, now)
  return {
    id: keep.id,
    ...partStops(keep),
    second: second ? partStops(second) : null,
    seats: keep.seats,
    status: keep.status,
    expiresAt: expiresAt.toISOString(),
    canExtend: isOpen(keep, now) && expiresAt < until && isPaying,
    price,
    shortfall,
    validating: await sumValidatingPesos(deps.db, { passengerId, now }),
    serverTime: now.toISOString(),
  }
}
