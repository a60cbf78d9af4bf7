import { tellUser } from '#server/modules/people/users/index.ts'
import { findTripFacts, partPath, placeAt } from '#server/modules/travel/trips/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { keptSeatsLost } from './seat-keeps.messages.ts'
import { listLostKeeps } from './seat-keeps.queries.ts'

/**
 * Job: tells a person whose top-up was credited, and whose kept seats expired without a booking,
 * that the seats are gone and where the money is; once for each keep.
 */
export async function tellLostKeep(deps: ActDeps, { userId }: { userId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const keeps = await listLostKeeps(tx, userId)
    const [first, last] = [keeps[0], keeps.at(-1)]
    const trip = first && (await findTripFacts(tx, first.tripId))
    const end = last && (await findTripFacts(tx, last.tripId))
    if (!trip || !end) return
    const from = placeAt(trip, first.fromSeq)
    const to = placeAt(end, last.toSeq)
    const way = { from: from.placeId, to: to.placeId, date: bogotaDate(from.at) }
    const isOnSale = keeps.length === 1 && trip.status === 'published'
    const path = isOnSale
      ? partPath(first, first.seats)
      : `/trips?${new URLSearchParams({ ...way, seats: String(first.seats) })}`
    await tellUser(tx, deps, keptSeatsLost, {
      userId,
      cause: first.group,
      data: {
        ...{ path, from: from.name, to: to.name, at: from.at.toISOString(), seats: first.seats },
        ...{ keptUntil: first.expiresAt.toISOString(), pesos: first.pesos },
      },
    })
  })
}
