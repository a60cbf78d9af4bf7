// The greatest price of a seat that the driver's own trip may have. Passengers name a price below
// the ceiling of a car with exactly their seats, and alerts name any: a driver who publishes more
// seats may not ask for it.
import { SEATS_USUAL } from '#contract/limits.ts'
import type { RoutingDeps } from '#server/modules/roads/places/index.ts'
import { quoteTrip, seatRange } from '#server/modules/roads/pricing/index.ts'
import { findTripCosts, findTripsFacts, listTripIdsOf } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'

/** Returns the ceiling in pesos of one seat for a part of each of these trips. */
export async function ceilingsOfTrips(reader: Reader, tripIds: readonly string[]) {
  const costs = await findTripCosts(reader, tripIds)
  return (tripId: string, { fromSeq, toSeq }: { fromSeq: number; toSeq: number }): number => {
    const { seats, cumulative } = costs.get(tripId) ?? {}
    const [from, to] = [cumulative?.[fromSeq], cumulative?.[toSeq]]
    assert(seats !== undefined && from !== undefined && to !== undefined, `no cost of ${tripId}`)
    return seatRange(to - from, seats).max
  }
}

/** Returns the seats that the driver offered last, with which they would publish again. */
export async function usualSeats(reader: Reader, userId: string): Promise<number> {
  const [latest] = await listTripIdsOf(reader, userId)
  const trip = latest && (await findTripsFacts(reader, [latest])).get(latest)
  return trip ? trip.seats : SEATS_USUAL
}

type Ride = { fromPlace: string; toPlace: string; date: string; maxPrice: number | null }

/**
 * Lowers the price that a row names to the ceiling of a trip with these seats on that day; none
 * where nobody can drive.
 */
export async function atOwnCeiling<T extends Ride>(
  deps: RoutingDeps,
  rows: readonly T[],
  seats: number,
): Promise<T[]> {
  return await Promise.all(
    rows.map(async (row) => {
      if (row.maxPrice === null) return row
      const departsAt = new Date(`${row.date}T12:00:00-05:00`)
      const asked = { stops: [row.fromPlace, row.toPlace], departsAt, seats }
      const quoted = await quoteTrip(deps, asked).catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      })
      return { ...row, maxPrice: quoted && Math.min(row.maxPrice, quoted.quote.seat.max) }
    }),
  )
}
